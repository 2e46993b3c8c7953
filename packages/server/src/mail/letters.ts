import type { Authorship } from '@stemma/contract'
import { mailLanguages } from './words/index.ts'
import type { MailWords } from './words/words.ts'

/** What a mail is about. It is stored until the mail is sent, and put into words then. */
export type Letter =
  | { readonly kind: 'invitation'; readonly inviter: string; readonly organization: string }
  | { readonly kind: 'passwordReset'; readonly minutes: number }
  | { readonly kind: 'passwordChanged' }
  | { readonly kind: 'factorAdded'; readonly label: string }
  | { readonly kind: 'factorRemoved'; readonly label: string }
  | { readonly kind: 'passkeyRefused'; readonly label: string }
  | { readonly kind: 'recoveryCodeUsed'; readonly left: number }
  | { readonly kind: 'emailLeaving'; readonly email: string }
  | { readonly kind: 'emailArriving'; readonly email: string }
  | { readonly kind: 'accountDeleted'; readonly authorship: Authorship }
  | { readonly kind: 'organizationDeleted'; readonly organization: string; readonly days: number }
  | { readonly kind: 'test' }
  | NotificationsLetter

/** Only IDs: what the mail says is read when it is sent, and only if its recipient can read it then. */
export interface NotificationsLetter {
  readonly kind: 'notifications'
  readonly userId: string
  readonly ids: readonly string[]
  readonly digest: boolean
}

/** A letter that says everything itself. */
export type PlainLetter = Exclude<Letter, NotificationsLetter>

/** A mail in words, before it has a form. */
export interface Written {
  readonly language: string
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly items?: readonly WrittenItem[]
  readonly action?: { readonly label: string; readonly url: string } | undefined
  readonly note: string
  /** Ends such mails. */
  readonly unsubscribe?: { readonly label: string; readonly url: string }
}

/** One of several things that a mail is about. */
export interface WrittenItem {
  readonly text: string
  readonly quote?: string | undefined
  readonly url: string
}

/** `url` is where the button leads; some mails have none. */
export function writeLetter(letter: PlainLetter, language: string, url: string | undefined): Written {
  const words = mailWordsFor(language)[letter.kind] as Told
  const { action } = words
  return {
    language,
    subject: plain(words.subject(letter)),
    paragraphs: [words.text(letter)],
    note: words.note(letter),
    action: url === undefined || action === undefined ? undefined : { label: action, url },
  }
}

export function mailWordsFor(language: string): MailWords {
  return (mailLanguages[language] ?? mailLanguages.en) as MailWords
}

/** The type of each kind's words is known to `MailWords`; here, all of them take any letter. */
interface Told {
  readonly subject: (letter: PlainLetter) => string
  readonly text: (letter: PlainLetter) => string
  readonly note: (letter: PlainLetter) => string
  readonly action?: string
}

/** Names that people chose become part of a header: they have no line breaks, and an end. */
export function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').slice(0, subjectMax)
}

const subjectMax = 150
