export { askForVisitor, findVisitorPDF, type VisitorPDF } from './for-visitors.ts'
