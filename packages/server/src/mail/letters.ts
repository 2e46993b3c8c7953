import { mailLanguages } from './words/index.ts'
import type { MailWords } from './words/words.ts'

/** What a mail is about. It is stored until the mail is sent, and put into words then. */
export type Letter =
  | { readonly kind: 'invitation'; readonly inviter: string; readonly organization: string }
  | { readonly kind: 'passwordReset'; readonly minutes: number }
  | { readonly kind: 'passwordChanged' }
  | { readonly kind: 'emailLeaving'; readonly email: string }
  | { readonly kind: 'emailArriving'; readonly email: string }
  | { readonly kind: 'test' }

/** A mail in words, before it has a form. */
export interface Written {
  readonly language: string
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly action?: { readonly label: string; readonly url: string } | undefined
  readonly note: string
}

/** `url` is where the button leads; some mails have none. */
export function writeLetter(letter: Letter, language: string, url: string | undefined): Written {
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
  readonly subject: (letter: Letter) => string
  readonly text: (letter: Letter) => string
  readonly note: (letter: Letter) => string
  readonly action?: string
}

/** Names that people chose become part of a header: they have no line breaks, and an end. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').slice(0, subjectMax)
}

const subjectMax = 150
