import { operations } from '@stemma/contract'
import table from '../../packages/contract/table/operations.json' with { type: 'json' }
import { differences } from './differences.ts'

const found = differences(operations, table)
for (const difference of found) console.log(difference)

const count = Object.keys(operations).length
console.log(`contract: ${count} operations, ${found.length} differences`)
if (found.length > 0) process.exitCode = 1
