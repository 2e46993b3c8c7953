/** The texts of all mails in one language. */
export interface MailWords {
  readonly locale: string
  /** Above the URL that the button leads to. */
  readonly insteadOfButton: string
  readonly invitation: LetterWords<{ readonly inviter: string; readonly organization: string }>
  readonly passwordReset: LetterWords<{ readonly minutes: number }>
  readonly passwordChanged: Pick<LetterWords<unknown>, 'subject' | 'text' | 'note'>
  /** To the present address of an account. */
  readonly emailLeaving: LetterWords<{ readonly email: string }>
  /** To the address that the account gets. */
  readonly emailArriving: LetterWords<{ readonly email: string }>
  readonly test: Pick<LetterWords<unknown>, 'subject' | 'text' | 'note'>
}

interface LetterWords<Given> {
  readonly subject: (given: Given) => string
  readonly text: (given: Given) => string
  /** The label of the button. */
  readonly action: string
  /** What to do if the mail was not expected, or until when it is valid. */
  readonly note: (given: Given) => string
}
