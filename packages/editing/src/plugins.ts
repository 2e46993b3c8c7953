import { history } from 'prosemirror-history'
import type { Plugin } from 'prosemirror-state'
import { regroupPlugin } from './groups/regroup.ts'

/** What every state of the editor needs: undo, and groups of the right size. */
export function editingPlugins(): readonly Plugin[] {
  return [history(), regroupPlugin()]
}
