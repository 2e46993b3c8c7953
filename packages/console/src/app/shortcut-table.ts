/** Keys that belong together, and what each of them does. The map of the keyboard shows them by group. */
interface Group {
  readonly name: string
  /** Bound by `useShortcuts`, which takes no others. */
  readonly keys: Readonly<Record<string, string>>
  /** Keys that an element takes itself while it has the focus: a link, a tree, the text of a page. */
  readonly own?: Readonly<Record<string, string>>
}

/**
 * Every key of the console: `g h` are two keys one after the other, `mod` is ⌘ on keyboards of Apple and Ctrl
 * on others. Groups of a screen come before those that are there on every screen.
 */
export const shortcutTable = {
  review: {
    name: 'Review',
    keys: { j: 'next change', k: 'previous change', c: 'comment', v: 'mark as viewed', a: 'approve' },
  },
  conflicts: {
    name: 'Conflicts',
    keys: { j: 'next conflict', k: 'previous conflict', 'mod+enter': 'send decisions' },
  },
  conflict: {
    name: 'This conflict',
    keys: { 1: 'keep ours', 2: 'keep theirs', 3: 'write own text' },
  },
  rows: {
    name: 'List',
    keys: { j: 'next', k: 'previous' },
    own: { enter: 'open' },
  },
  inbox: {
    name: 'Inbox',
    keys: { m: 'mark as read or unread' },
  },
  history: {
    name: 'History',
    keys: { f: 'compare from the selected' },
  },
  files: {
    name: 'Files',
    keys: { u: 'upload files' },
  },
  results: {
    name: 'Search',
    keys: { '/': 'search' },
    own: { arrowdown: 'to the results' },
  },
  page: {
    name: 'Page',
    keys: { e: 'edit', c: 'comments' },
  },
  outline: {
    name: 'Outline',
    keys: { 'mod+shift+o': 'headings of the page' },
  },
  views: {
    name: 'Writing',
    keys: {
      'mod+shift+m': 'switch between text and source',
      'mod+f': 'find',
      'mod+alt+f': 'find and replace',
    },
    own: { '/': 'insert a block', 'escape tab': 'leave the source' },
  },
  find: {
    name: 'Find',
    keys: {},
    own: { enter: 'next match', 'shift+enter': 'previous match', escape: 'back to the text, at this match' },
  },
  text: {
    name: 'Text',
    keys: { 'mod+.': 'actions for the block' },
    // In the spelling of the editor, which has a command for each.
    own: {
      'Mod-b': 'bold',
      'Mod-i': 'italic',
      'Mod-e': 'code',
      'Mod-Shift-x': 'strikethrough',
      'Mod-Alt-0': 'paragraph',
      'Mod-Alt-1': 'heading 1',
      'Mod-Alt-2': 'heading 2',
      'Mod-Alt-3': 'heading 3',
      'Mod-Shift-7': 'numbered list',
      'Mod-Shift-8': 'bulleted list',
      'Mod-Shift-9': 'task list',
      'Mod-Enter': 'check or uncheck a task',
      'Shift-Enter': 'new line in the same block',
      Tab: 'next cell, or indent an item',
      'Shift-Tab': 'previous cell, or outdent an item',
      'Alt-ArrowUp': 'move the block up',
      'Alt-ArrowDown': 'move the block down',
      'Mod-z': 'undo',
      'Mod-Shift-z': 'redo',
    },
  },
  pages: {
    name: 'Page tree',
    keys: { n: 'new page' },
    own: {
      'alt+arrowup': 'move up',
      'alt+arrowdown': 'move down',
      'alt+arrowright': 'move in',
      'alt+arrowleft': 'move out',
      f2: 'rename',
      delete: 'delete',
    },
  },
  space: {
    name: 'This space',
    keys: { 'g f': 'files' },
  },
  everywhere: {
    name: 'Everywhere',
    keys: { 'mod+k': 'search or run', '?': 'show the keys' },
  },
  organization: {
    name: 'Go to',
    keys: { 'g h': 'home', 'g i': 'inbox', 'g r': 'reviews', '/': 'search' },
  },
} as const satisfies Readonly<Record<string, Group>>

export type GroupName = keyof typeof shortcutTable
export type KeyOf<Name extends GroupName> = keyof (typeof shortcutTable)[Name]['keys'] & (string | number)

/** The keys for which the editor has a command. */
export type TextKey = keyof typeof shortcutTable.text.own

/** The keys of a row in the page tree. */
export type PageKey = keyof typeof shortcutTable.pages.own

/** What the keys of a group do, in order: those that are bound, and those that elements take themselves. */
export function keysOf(name: GroupName, bound: readonly string[]): readonly (readonly [string, string])[] {
  const { keys, own = {} }: Group = shortcutTable[name]
  return [...Object.entries(keys).filter(([key]) => bound.includes(key)), ...Object.entries(own)]
}
