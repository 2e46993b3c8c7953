import { sealingKeysIn, sealsWith } from '../auth/sealing.ts'

/** The keys that test servers encrypt secrets with: the same for all, as in one installation. */
export const testSecretKeys = `test:${'k'.repeat(43)}`

const [key] = sealingKeysIn(testSecretKeys) ?? []
if (key === undefined) throw new Error('The key of the tests is none.')
export const testSeals = sealsWith([key])
