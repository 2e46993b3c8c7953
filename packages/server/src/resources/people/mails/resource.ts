import { minute, upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import type { Resource } from '../../resource.ts'
import { prepareMail, pruneMails, resumeMails, sendMail } from './jobs.ts'

export const mails: Resource = {
  jobs: [
    job('send_mail', { crew: 'outside', timeoutMs: minute, prepare: prepareMail, perform: sendMail }),
    job('resume_mails', { ...upkeep, schedule: '*/5 * * * *', perform: resumeMails }),
    job('prune_mails', { ...upkeep, schedule: '52 * * * *', perform: pruneMails }),
  ],
}
