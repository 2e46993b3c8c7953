/** Why a change of content is rejected. */
export type ContentFault = 'invalid' | 'not_found' | 'slug_taken'

/** A rejected change; nothing was changed. The message tells the caller what to do. */
export class ContentError extends Error {
  readonly fault: ContentFault
  /** The index of the rejected change, from 0. */
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
