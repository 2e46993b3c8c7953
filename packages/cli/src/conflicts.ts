import type { Client } from '@stemma/client'
import { withoutControls } from '@stemma/command-line'
import type { Conflict } from '@stemma/contract'
import { collect, each, pageSizeMax } from './collect.ts'
import type { Paint } from './command.ts'
import { nameOf } from './conflict-names.ts'

export async function conflictsOf(
  client: Client,
  params: { readonly spaceId: string; readonly changeRequestId: string },
): Promise<Conflict[]> {
  return collect(each(client.listChangeRequestConflicts, { params, query: { limit: pageSizeMax } }))
}

/** Each conflict with its three sides. A side without a value is shown as "nothing". */
export function shownConflicts(conflicts: readonly Conflict[], paint: Paint): string {
  return conflicts.map((conflict) => shownConflict(conflict, nameOf(conflict, conflicts), paint)).join('\n')
}

function shownConflict({ kind, target, attribute, ...sides }: Conflict, name: string, paint: Paint): string {
  const what = `${target.type} ${target.title ?? target.id}`
  const where = kind === 'attribute' && attribute ? `${what}, ${attribute}` : what
  return [
    `${paint('bold', name)}  ${kind}: ${withoutControls(where)}\n`,
    side('base  ', sides.base, 'dim'),
    side('ours  ', sides.ours, 'green'),
    side('theirs', sides.theirs, 'yellow'),
  ].join('')

  function side(label: string, value: unknown, style: 'dim' | 'green' | 'yellow') {
    const lines = sideText(value).split('\n')
    return lines
      .map((line, at) => `  ${at === 0 ? label : '      '}  ${paint(style, withoutControls(line))}\n`)
      .join('')
  }
}

/** Text as it is, anything else as JSON. */
export function sideText(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  return typeof value === 'string' ? value.replace(/\n$/, '') : JSON.stringify(value)
}
