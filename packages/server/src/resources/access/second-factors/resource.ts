import { secondFactorOperations } from '@stemma/contract'
import { answering, type Resource } from '../../resource.ts'
import { prepareProof, prepareRegistration, secondFactorHandlers } from './handlers.ts'

export const secondFactors: Resource = {
  operations: [
    answering(secondFactorOperations, secondFactorHandlers, {
      prepare: { proveIdentity: prepareProof, confirmPasskey: prepareRegistration },
    }),
  ],
}
