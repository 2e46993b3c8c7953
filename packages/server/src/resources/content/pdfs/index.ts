export { askForVisitor, findVisitorPDF, type VisitorPDF } from './for-visitors.ts'
export { operationMark } from './gathering.ts'
