import type { Context, Files, ImportLimits } from '../common/context.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Log } from './log.ts'

/** All jobs by name, with their payloads. A job may run twice, so it must be idempotent. */
export interface Jobs {
  readonly prune_idempotency_keys: Record<never, never>
  readonly forget_replaced_jobs: Record<never, never>
  readonly prune_saml_logins: Record<never, never>
  readonly prune_oidc_logins: Record<never, never>
  readonly end_deleted_account: { readonly userId: string }
  readonly purge_organization: { readonly organizationId: string }
  readonly purge_space: { readonly spaceId: string }
  readonly purge_content: { readonly contentId: string }
  readonly purge_integration_images: { readonly integrationName: string; readonly contentId: string }
  readonly process_openapi_spec: { readonly organizationId: string; readonly specId: string }
  readonly make_pdf: WantedPDF
  /** Its own name: a worker of an earlier release would show everything to the visitor. */
  readonly make_site_pdf: WantedPDF & {
    readonly site: {
      readonly organizationId: string
      readonly siteId: string
      readonly title: string
      /** Equal for visitors who see the same. */
      readonly audienceId: string
    }
  }
  readonly delete_pdf: { readonly spaceId: string; readonly blobId: string }
  readonly prune_pdfs: Record<never, never>
  readonly check_email_domain: { readonly organizationId: string; readonly domain: string }
  readonly prune_sign_ins: Record<never, never>
  readonly prune_invitations: Record<never, never>
  readonly prune_released_names: Record<never, never>
  readonly collect_files: Record<never, never>
  readonly deliver_webhook: {
    readonly organizationId: string
    readonly webhookId: string
    /** The subject of the events. */
    readonly resource: string
  }
  readonly send_mail: { readonly organizationId: string; readonly mailId: string }
  readonly mail_password_reset: {
    readonly requestId: string
    readonly email: string
    readonly language: string
  }
  readonly resume_mails: Record<never, never>
  readonly prune_mails: Record<never, never>
  readonly resume_webhooks: Record<never, never>
  readonly prune_webhook_deliveries: Record<never, never>
  readonly prune_events: Record<never, never>
  readonly number_events: Record<never, never>
  readonly prune_presences: Record<never, never>
  readonly prune_imports: Record<never, never>
  readonly continue_import: { readonly organizationId: string; readonly runId: string }
  readonly notify: { readonly organizationId: string; readonly eventIds: readonly string[] }
  readonly mail_notifications: {
    readonly organizationId: string
    readonly userId: string
    readonly mode: 'mail' | 'digest'
  }
  readonly resume_notification_mails: Record<never, never>
  readonly prune_notifications: Record<never, never>
  readonly find_conflicts: { readonly organizationId: string; readonly spaceId: string }
  readonly index_space: { readonly organizationId: string; readonly spaceId: string }
  readonly refresh_search_index: Record<never, never>
}

interface WantedPDF {
  readonly spaceId: string
  readonly key: string
  readonly revisionId: string
  readonly page: string | null
  readonly only: boolean
}

export type JobName = keyof Jobs

/** One function per job, in the folder of its resource. */
export type JobHandlers = {
  readonly [Name in JobName]: (payload: Jobs[Name], context: JobContext) => Promise<void>
}

/** Runs before the transaction of the job, for example to fetch, so that no transaction waits for long. */
export type JobPreparations = {
  readonly [Name in JobName]?: (payload: Jobs[Name], context: PreparationContext) => Promise<unknown>
}

/** Has no transaction: its writes are visible immediately and must be safe to repeat. */
export type PreparationContext = Pick<Context, 'db' | 'outside' | 'seals'> & {
  readonly blobs: Files['blobs']
  /** Undefined if no SMTP server is set up. */
  readonly mailer: Mailer | undefined
  readonly filesBytesMax: number
  readonly filesOrganizationBytesMax: number
  readonly fontsFolder: string
  readonly imports: ImportLimits & { readonly stepSeconds: number }
  /** Aborted when the time limit of the job is over. Calls with `outside` then end by themselves. */
  readonly signal: AbortSignal
}

/** Like a write, a job is one transaction. */
export type JobContext = Pick<Context, 'db' | 'now' | 'deletedSpacesKeptDays' | 'releasedNamesKeptDays'> & {
  readonly blobs: Files['blobs']
  /** The log of the process; there is none where jobs are run by hand. */
  readonly log?: Log
  readonly openapiRefreshHours: number
  readonly auditKeptDays: number
  readonly deliveriesKeptDays: number
  readonly importsKeptDays: number
  readonly notificationsKeptDays: number
  /** The result of the preparation, if the job has one. */
  readonly prepared?: unknown
}
