import { editingPlugins } from '@stemma/editing'
import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import type { Plugin } from 'prosemirror-state'
import { findPlugin } from '../find/in-visual.ts'
import { uploadsPlugin } from '../uploads/uploads-plugin.ts'
import { askingPlugin } from './asking/asking-plugin.ts'
import { currentSelection } from './current-selection.ts'
import { cursorGroup } from './cursor-group.ts'
import { inputRulesPlugin } from './input-rules.ts'
import { keyPlugins } from './keys.ts'
import { linkedPlugin } from './linked.ts'
import { placeholder } from './placeholder.ts'
import { typedPlugin } from './typed/typed-plugin.ts'

export function visualPlugins(): Plugin[] {
  return [
    currentSelection(),
    typedPlugin(),
    askingPlugin(),
    ...editingPlugins(),
    inputRulesPlugin(),
    ...keyPlugins(),
    cursorGroup(),
    gapCursor(),
    dropCursor({ class: 'drop-cursor', color: false }),
    linkedPlugin(),
    findPlugin(),
    uploadsPlugin(),
    placeholder('Write, or type / for blocks, [[ for pages, @ for people'),
  ]
}
