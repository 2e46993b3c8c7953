import {
  addColumn,
  addRow,
  alignColumn,
  deleteBlock,
  deleteColumn,
  deleteRow,
  duplicateBlock,
  moveColumn,
  moveDown,
  moveRow,
  moveUp,
} from '@stemma/editing'
import type { Command, EditorState } from 'prosemirror-state'
import type { IconName } from '../../../kit/icon-names.ts'
import { isApple } from '../../../kit/platform.ts'
import { announced } from '../keys.ts'
import { turnsFor } from '../slash/block-choices.ts'

/** A command of the menu, or several behind one name. */
export type Entry = Words & ({ readonly command: Command } | { readonly entries: readonly Entry[] })

interface Words {
  readonly icon: IconName
  readonly words: string
  readonly keys?: string
}

interface Section {
  readonly name: string
  readonly entries: readonly Entry[]
}

/** What can be done with the block at a position, by the place of the cursor in it. */
export function entriesOf(state: EditorState, position: number): readonly Section[] {
  const turns = turnsFor(state).map(({ name: words, icon, command }) => ({ words, icon, command }))
  const sections: readonly Section[] = [
    { name: 'Table', entries: tableEntries },
    { name: 'Turn into', entries: [{ words: 'Turn into', icon: 'swap', entries: turns }] },
    {
      name: 'Block',
      entries: [
        { words: 'Duplicate', icon: 'copy', command: announced(duplicateBlock(position), 'Duplicated') },
        act('Move up', 'arrow-up', moveUp, `${alt}↑`),
        act('Move down', 'arrow-down', moveDown, `${alt}↓`),
        { words: 'Delete', icon: 'trash', command: announced(deleteBlock(position), 'Deleted') },
      ],
    },
  ]
  return sections
    .map(({ name, entries }) => ({ name, entries: possible(entries, state) }))
    .filter(({ entries }) => entries.length > 0)
}

const alt = isApple ? '⌥' : 'Alt '
const done: Readonly<Record<string, string>> = { 'Move up': 'Moved up', 'Move down': 'Moved down' }

function act(words: string, icon: IconName, command: Command, keys?: string): Entry {
  return { words, icon, command: announced(command, done[words] ?? words), ...(keys && { keys }) }
}

const tableEntries: readonly Entry[] = [
  {
    words: 'Row',
    icon: 'rows',
    entries: [
      act('Insert above', 'arrow-line-up', addRow('before')),
      act('Insert below', 'arrow-line-down', addRow('after')),
      act('Move row up', 'arrow-up', moveRow(-1)),
      act('Move row down', 'arrow-down', moveRow(1)),
      act('Delete row', 'trash', deleteRow),
    ],
  },
  {
    words: 'Column',
    icon: 'columns',
    entries: [
      act('Insert before', 'arrow-line-left', addColumn('before')),
      act('Insert after', 'arrow-line-right', addColumn('after')),
      act('Move column back', 'arrow-left', moveColumn(-1)),
      act('Move column forward', 'arrow-right', moveColumn(1)),
      act('Delete column', 'trash', deleteColumn),
    ],
  },
  {
    words: 'Align column',
    icon: 'text-align-left',
    entries: [
      act('Align left', 'text-align-left', alignColumn('left')),
      act('Center', 'text-align-center', alignColumn('center')),
      act('Align right', 'text-align-right', alignColumn('right')),
      act('No alignment', 'minus', alignColumn(null)),
    ],
  },
]

function possible(entries: readonly Entry[], state: EditorState): readonly Entry[] {
  return entries.flatMap((entry): readonly Entry[] => {
    if ('command' in entry) return entry.command(state) ? [entry] : []
    const inner = possible(entry.entries, state)
    return inner.length > 0 ? [{ ...entry, entries: inner }] : []
  })
}
