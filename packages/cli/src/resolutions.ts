import { readFile } from 'node:fs/promises'
import { WrongUsage } from '@stemma/command-line'
import type { Conflict } from '@stemma/contract'
import type { Call } from './command.ts'
import { conflictNamed, nameOf } from './conflict-names.ts'
import { sideText } from './conflicts.ts'
import { editText } from './editor.ts'
import { CommandFailure } from './exit-codes.ts'

export interface Wishes {
  readonly ours?: readonly string[]
  readonly theirs?: readonly string[]
  readonly text?: readonly string[]
  readonly edit?: boolean
  readonly rest?: 'ours' | 'theirs'
}

type Resolution =
  | { readonly conflict: string; readonly resolution: 'ours' | 'theirs' }
  | { readonly conflict: string; readonly content: string }

/** A resolution for each conflict. If one is undecided, fails with its name and sends nothing. */
export async function decide(
  conflicts: readonly Conflict[],
  { ours = [], theirs = [], text = [], edit = false, rest }: Wishes,
  call: Call,
): Promise<Resolution[]> {
  const decided = new Map<string, Resolution>()
  for (const [resolution, ids] of [['ours', ours] as const, ['theirs', theirs] as const])
    for (const id of ids) put({ conflict: conflictNamed(id, conflicts).id, resolution })
  for (const pair of text) put(await fromFile(conflicts, pair))
  for (const conflict of conflicts) {
    if (decided.has(conflict.id)) continue
    if (edit && conflict.kind === 'document') put(await written(conflict, call))
    else if (rest !== undefined) put({ conflict: conflict.id, resolution: rest })
  }
  const open = conflicts.filter(({ id }) => !decided.has(id)).map((conflict) => nameOf(conflict, conflicts))
  if (open.length > 0) {
    throw new CommandFailure(
      5,
      `Not resolved yet: ${open.join(', ')}. Name them, or use --rest ours or --rest theirs.`,
    )
  }
  return [...decided.values()]

  function put(resolution: Resolution) {
    if (decided.has(resolution.conflict)) throw new WrongUsage('Name each conflict only once.')
    decided.set(resolution.conflict, resolution)
  }
}

async function fromFile(conflicts: readonly Conflict[], pair: string): Promise<Resolution> {
  const [, id = '', file = ''] = /^([^=]+)=(.+)$/.exec(pair) ?? []
  if (file === '') throw new WrongUsage('--text takes the id of a conflict and a file: --text 4f0=agreed.md')
  return { conflict: conflictNamed(id, conflicts).id, content: await readFile(file, 'utf8') }
}

/** A side without text is empty between its markers. */
const textOf = (side: unknown) => (typeof side === 'string' && side !== '' ? `${sideText(side)}\n` : '')

/** Both sides between conflict markers, as in a file merge. The user must remove the markers. */
async function written(conflict: Conflict, { edit }: Call): Promise<Resolution> {
  const marked = `<<<<<<< ours (the change request)
${textOf(conflict.ours)}=======
${textOf(conflict.theirs)}>>>>>>> theirs (the space)
`
  return editText(`conflict-${conflict.id}`, marked, edit, async (content) => {
    if (/^(?:<{7}|={7}|>{7})(?: |$)/m.test(content))
      throw new CommandFailure(5, 'The conflict markers are still in the text, so nothing was saved.')
    return { conflict: conflict.id, content }
  })
}
