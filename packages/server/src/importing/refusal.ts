/** An import failed because of its content. The message may be shown to any user. */
export class ImportRefusal extends Error {
  override readonly name = 'ImportRefusal'
}

/** A part that was not imported while the rest was, and why. */
export interface Failure {
  readonly address: string
  readonly reason: string
}
