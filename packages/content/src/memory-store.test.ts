import { memoryStore } from './memory-store.ts'
import { objectStoreSuite } from './test/object-store-suite.ts'

objectStoreSuite('the store in memory', async () => memoryStore())
