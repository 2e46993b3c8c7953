export { askForVisitor, findVisitorPDF, type VisitorPDF, type VisitorPDFState } from './for-visitors.ts'
