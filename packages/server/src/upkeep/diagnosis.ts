/** The result of one check: what was found and, if something is wrong, what to do. */
export interface Diagnosis {
  readonly check: string
  /** A notice may be intended. A fault must be fixed. */
  readonly verdict: 'fine' | 'notice' | 'fault'
  readonly says: string
}
