import type { Factor } from '@stemma/contract'

/** What happened to the second factors of a person. */
export type SecondFactorEvent =
  | {
      readonly type: 'second_factor.added' | 'second_factor.removed'
      readonly factorId: string
      readonly kind: Factor['kind']
      readonly label: string
    }
  | {
      readonly type: 'second_factor.renamed'
      readonly factorId: string
      readonly before: string
      readonly after: string
    }
  | {
      /** A passkey that was used as often as before, or less often, may be a copy. */
      readonly type: 'second_factor.refused'
      readonly factorId: string
      readonly label: string
      readonly because: 'sign count'
    }
  | { readonly type: 'second_factor.recovery_code_used'; readonly left: number }
  | { readonly type: 'second_factor.recovery_codes_replaced' }
