import { type Operation, operations } from '@stemma/contract'
import { reachOf } from '../../packages/console/src/screens/run/reach.ts'

/** How many operations of the contract people reach in the console. */
export function reachedOperations(): string {
  const all = Object.entries<Operation>(operations).map(([id, operation]) => reachOf(id, operation))
  const count = (...ways: readonly string[]) => all.filter((reach) => ways.includes(reach)).length
  const rest = `${count('stream')} are streams, ${count('others')} for other callers`
  return `${count('screen', 'form')} of ${all.length} operations (${rest})`
}
