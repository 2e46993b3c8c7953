import type { Node } from 'prosemirror-model'
import { Plugin, type Transaction } from 'prosemirror-state'
import type { Transform } from 'prosemirror-transform'
import { nodeType } from '../schema/schema.ts'
import { addColumns } from '../tables/widths.ts'
import { groupSize, groupSizeMax, groupSizeMin } from './group.ts'
import { needsPlace } from './places.ts'

/** Transactions with this metadata come from other people, who have regrouped already. */
export const remote = 'remote'

/**
 * Keeps groups at a size that browsers draw quickly, a place for the cursor in every container, and tables as
 * wide as their rows.
 */
export function regroupPlugin(): Plugin {
  return new Plugin({
    appendTransaction: (transactions, _before, { doc, tr }) => {
      const isOwn = transactions.some((one) => one.docChanged && one.getMeta(remote) !== true)
      if (!isOwn) return null
      const changed = changedIn(transactions, doc)
      if (changed.from < changed.to) addColumns(tr, changed.from, changed.to)
      addPlaces(tr, { from: changed.from, to: Math.min(tr.doc.content.size, tr.mapping.map(changed.to)) })
      regroup(tr)
      return tr.docChanged ? tr : null
    },
  })
}

/** Splits groups that are too long and joins those that are too short. */
export function regroup(transform: Transform): void {
  let start = transform.doc.content.size
  for (let at = transform.doc.childCount - 1; at >= 0; at--) {
    const group = transform.doc.child(at)
    start -= group.nodeSize
    if (group.childCount > groupSizeMax) splitGroup(transform, group, start)
    else if (group.childCount < groupSizeMin && at > 0) transform.join(start)
  }
}

/** Splits from the end, so that positions before stay valid. */
function splitGroup(transform: Transform, group: Node, start: number): void {
  const ends: number[] = []
  group.forEach((_, offset, index) => {
    if (index > 0 && index % groupSize === 0 && group.childCount - index >= groupSizeMin) ends.push(offset)
  })
  for (const offset of ends.reverse()) transform.split(start + 1 + offset)
}

interface Range {
  readonly from: number
  readonly to: number
}

/** The part of the page that these transactions changed. */
function changedIn(transactions: readonly Transaction[], doc: Node): Range {
  let [from, to] = [doc.content.size, 0]
  transactions.forEach((transaction, at) => {
    for (const [index, map] of transaction.mapping.maps.entries()) {
      map.forEach((_oldStart, _oldEnd, newStart, newEnd) => {
        const rest = [
          transaction.mapping.slice(index + 1),
          ...transactions.slice(at + 1).map((one) => one.mapping),
        ]
        from = Math.min(
          from,
          rest.reduce((position, one) => one.map(position, -1), newStart),
        )
        to = Math.max(
          to,
          rest.reduce((position, one) => one.map(position, 1), newEnd),
        )
      })
    }
  })
  return { from: Math.max(0, from - 1), to: Math.min(doc.content.size, to + 1) }
}

function addPlaces(transform: Transform, { from, to }: Range): void {
  const places: number[] = []
  if (from < to) {
    transform.doc.nodesBetween(from, to, (node, position) => {
      if (needsPlace(node)) places.push(position + 1)
    })
  }
  for (const position of places.reverse()) transform.insert(position, nodeType('paragraph').create())
}
