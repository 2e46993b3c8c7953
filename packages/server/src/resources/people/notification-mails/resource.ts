import { minute, upkeep } from '../../../jobs/crews.ts'
import { job } from '../../../jobs/job.ts'
import type { Resource } from '../../resource.ts'
import { mailNotifications, prepareNotifications, resumeNotificationMails } from './jobs.ts'
import { mountUnsubscribePages } from './pages.ts'

export const notificationMails: Resource = {
  routes: mountUnsubscribePages,
  jobs: [
    job('mail_notifications', {
      crew: 'quick',
      timeoutMs: minute,
      prepare: prepareNotifications,
      perform: mailNotifications,
    }),
    job('resume_notification_mails', {
      ...upkeep,
      schedule: '*/5 * * * *',
      perform: resumeNotificationMails,
    }),
  ],
}
