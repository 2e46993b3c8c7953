import { Fragment, type Node, type NodeType, type Slice } from 'prosemirror-model'
import type { Command } from 'prosemirror-state'
import { acrossGroups } from '../groups/borders.ts'
import { nodeType, schema } from '../schema/schema.ts'

/**
 * Puts a slice in place of the selection. A cell, a title and a caption have room for inlines only, and code
 * for text only, so blocks are joined there instead of breaking a table apart.
 */
export function paste(slice: Slice): Command {
  return (state, dispatch, view) => {
    const { $from, $to } = state.selection
    const { type } = $from.parent
    const isWithin = $from.sameParent($to) && $from.parent.isTextblock
    if (!isWithin || (type.spec.group === 'block' && type.spec.code !== true)) {
      return replaceSelection(slice)(state, dispatch, view)
    }
    dispatch?.(state.tr.replaceWith($from.pos, $to.pos, contentFor(type, slice)).scrollIntoView())
    return true
  }
}

function replaceSelection(slice: Slice): Command {
  return acrossGroups(({ tr }, dispatch) => {
    dispatch?.(tr.replaceSelection(slice).scrollIntoView())
    return true
  })
}

function contentFor(type: NodeType, { content }: Slice): Fragment {
  const isText = type.contentMatch.matchType(nodeType('hard_break')) === null
  const separator = type.spec.code === true ? '\n\n' : ' '
  let inlines = Fragment.empty
  const add = (more: Fragment | Node) => {
    inlines = inlines.append(Fragment.from(more))
  }
  content.descendants((node) => {
    if (!node.isTextblock && !node.isInline) return true
    if (node.isTextblock && inlines.size > 0) add(schema.text(separator))
    const own = node.isTextblock ? node.content : Fragment.from(node)
    const text = isText ? own.textBetween(0, own.size, separator) : ''
    if (!isText) add(own)
    else if (text !== '') add(schema.text(text))
    return false
  })
  return inlines
}
