import type { Authorship, NotificationKind } from '@stemma/contract'

/** The texts of all mails in one language. */
export interface MailWords {
  readonly locale: string
  /** Above the URL that the button leads to. */
  readonly insteadOfButton: string
  readonly invitation: LetterWords<{ readonly inviter: string; readonly organization: string }>
  readonly passwordReset: LetterWords<{ readonly minutes: number }>
  readonly passwordChanged: Notice<unknown>
  /** A second factor, by the name that its owner gave it. */
  readonly factorAdded: Notice<{ readonly label: string }>
  readonly factorRemoved: Notice<{ readonly label: string }>
  /** A passkey that may be a copy. */
  readonly passkeyRefused: Notice<{ readonly label: string }>
  readonly recoveryCodeUsed: Notice<{ readonly left: number }>
  /** To the present address of an account. */
  readonly emailLeaving: LetterWords<{ readonly email: string }>
  /** To the address that the account gets. */
  readonly emailArriving: LetterWords<{ readonly email: string }>
  readonly accountDeleted: Notice<{ readonly authorship: Authorship }>
  /** To the admins. */
  readonly organizationDeleted: Notice<{ readonly organization: string; readonly days: number }>
  readonly test: Notice<unknown>
  readonly notifications: NotificationWords
}

/** A mail without a button. */
type Notice<Given> = Pick<LetterWords<Given>, 'subject' | 'text' | 'note'>

interface NotificationWords {
  /** What happened, in one line. Reviews and imports have a line for each outcome. */
  readonly lines: Readonly<Record<LineName, (given: Happened) => string>>
  /** Of several notifications from one place. */
  readonly subject: (given: { readonly count: number; readonly place: string }) => string
  readonly digest: (given: { readonly count: number; readonly organization: string }) => string
  /** Below the last line, if there are too many for a mail. */
  readonly more: (given: { readonly count: number }) => string
  readonly note: (given: { readonly organization: string }) => string
  readonly action: string
  /** Above the link that ends such mails. */
  readonly unsubscribe: string
}

interface Happened {
  readonly actor: string
  readonly place: string
}

export type LineName =
  | Exclude<NotificationKind, 'review_submitted' | 'import_finished'>
  | 'approved'
  | 'changes-requested'
  | 'completed'
  | 'failed'

interface LetterWords<Given> {
  readonly subject: (given: Given) => string
  readonly text: (given: Given) => string
  /** The label of the button. */
  readonly action: string
  /** What to do if the mail was not expected, or until when it is valid. */
  readonly note: (given: Given) => string
}
