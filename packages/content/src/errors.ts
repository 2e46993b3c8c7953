/** Why the engine refuses a change of content. */
export type ContentFault = 'invalid' | 'not_found' | 'slug_taken'

/** A refusal, in a sentence that tells the caller what to do; nothing was changed. */
export class ContentError extends Error {
  readonly fault: ContentFault
  /** Which of several changes is refused, counted from 0. */
  readonly change: number | undefined

  constructor(fault: ContentFault, message: string, change?: number) {
    super(message)
    this.name = 'ContentError'
    this.fault = fault
    this.change = change
  }

  at(change: number): ContentError {
    return new ContentError(this.fault, this.message, change)
  }
}
