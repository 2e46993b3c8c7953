import { pdfOperations } from '@stemma/contract'
import { minute, upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import { answering, type Resource } from '../../resource.ts'
import { pdfHandlers } from './handlers.ts'
import { deletePDF, makePDF, preparePDF, prepareSitePDF, prunePDFs } from './jobs.ts'
import { mountPDFs } from './route.ts'

export const pdfs: Resource = {
  operations: [answering(pdfOperations, pdfHandlers)],
  routes: mountPDFs,
  jobs: [
    job('make_pdf', { crew: 'heavy', timeoutMs: 6 * minute, prepare: preparePDF, perform: makePDF }),
    job('make_site_pdf', { crew: 'heavy', timeoutMs: 6 * minute, prepare: prepareSitePDF, perform: makePDF }),
    job('delete_pdf', { ...upkeep, perform: deletePDF }),
    job('prune_pdfs', { ...upkeep, schedule: '27 * * * *', perform: prunePDFs }),
  ],
}
