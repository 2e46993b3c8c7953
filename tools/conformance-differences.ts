/** An answer that the specification demands and the client's own description does not allow. */
export interface Demanded {
  readonly operation: string
  /** The part of the answer, as a JSON pointer, or `status`. */
  readonly at: string
  /** The sentence of api.md that demands it. */
  readonly sentence: string
}

export const demanded: readonly Demanded[] = []
