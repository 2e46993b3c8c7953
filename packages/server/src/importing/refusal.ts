/** Content from elsewhere that cannot be brought in; its sentence may be shown to anybody. */
export class ImportRefusal extends Error {
  override readonly name = 'ImportRefusal'
}

/** Something that stayed behind while the rest was brought, and why. */
export interface Failure {
  readonly address: string
  readonly reason: string
}
