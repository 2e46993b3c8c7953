import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command } from 'prosemirror-state'
import { acrossGroups } from '../groups/borders.ts'
import { isSource } from '../saving/print.ts'
import { nodeType } from '../schema/schema.ts'

export type ListName = 'list_unordered' | 'list_ordered' | 'list_tasks'

const item = nodeType('list_item')
const lists = new Set(['list_unordered', 'list_ordered', 'list_tasks'])

export const splitItem = acrossGroups(splitListItem(item))
export const liftItem = acrossGroups(liftListItem(item))
export const sinkItem = acrossGroups(sinkListItem(item))

/** Makes a list of the selected blocks, or another kind of list of the list around them. */
export function toList(name: ListName): Command {
  return acrossGroups((state, dispatch) => {
    const { $from } = state.selection
    if (isSource($from.parent)) return false
    for (let depth = $from.depth; depth > 1; depth--) {
      const list = $from.node(depth)
      if (!lists.has(list.type.name)) continue
      if (list.type.name === name) return false
      if (dispatch === undefined) return true
      const [{ tr }, start] = [state, $from.before(depth)]
      tr.setNodeMarkup(start, nodeType(name), {
        key: list.attrs.key,
        ...(name === 'list_ordered' && { start: 1 }),
      })
      list.forEach((child, offset) => {
        const checked = name === 'list_tasks' ? (child.attrs.checked ?? false) : null
        if (child.type === item) tr.setNodeAttribute(start + 1 + offset, 'checked', checked)
      })
      dispatch(tr.scrollIntoView())
      return true
    }
    return wrapInList(nodeType(name), name === 'list_ordered' ? { start: 1 } : null)(state, dispatch)
  })
}

/** Checks or unchecks the box of the item around the selection. */
export const toggleBox: Command = (state, dispatch) => {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 1; depth--) {
    const { type, attrs } = $from.node(depth)
    if (type !== item || attrs.checked === null) continue
    dispatch?.(state.tr.setNodeAttribute($from.before(depth), 'checked', attrs.checked !== true))
    return true
  }
  return false
}
