import type { IconName } from '../../kit/icon-names.ts'
import type { Changed, Kind } from './changed.ts'

/** The sign of what happened to something. */
export const kindIcons: Readonly<Record<Kind, IconName>> = {
  new: 'plus',
  changed: 'pencil-simple',
  moved: 'arrow-elbow-down-left',
  renamed: 'text-t',
  deleted: 'trash',
}

/** What happened, in a word or two. */
export function kindInWords({ type, kind }: Changed): string {
  return type === 'file' ? `${kind} file` : kind
}
