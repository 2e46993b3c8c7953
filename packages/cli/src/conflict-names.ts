import { WrongUsage } from '@stemma/command-line'
import type { Conflict } from '@stemma/contract'
import { CommandFailure } from './exit-codes.ts'

const nameMin = 6

/** A prefix of the ID, long enough to be unique among the conflicts, for people to type. */
export function nameOf(conflict: Conflict, all: readonly Conflict[]): string {
  const whole = tailOf(conflict)
  const others = all.filter((one) => one !== conflict).map(tailOf)
  for (let length = nameMin; length < whole.length; length++) {
    const name = whole.slice(0, length)
    if (!others.some((other) => other.startsWith(name))) return name
  }
  return whole
}

/** The conflict with this ID or with a unique prefix of it. */
export function conflictNamed(name: string, all: readonly Conflict[]): Conflict {
  const exact = all.find((conflict) => conflict.id === name || tailOf(conflict) === name)
  if (exact !== undefined) return exact
  const [only, another] = all.filter((conflict) => tailOf(conflict).startsWith(name))
  if (only === undefined) {
    throw new CommandFailure(4, 'There is no such conflict. stemma cr conflicts lists them.')
  }
  if (another !== undefined) throw new WrongUsage('Several conflicts begin like this: type more of the id.')
  return only
}

/** The IDs of conflicts in a text all begin with the ID of its page. */
function tailOf({ id, target }: Conflict): string {
  return id.startsWith(`${target.id}-`) ? id.slice(target.id.length + 1) : id
}
