import type { Node } from 'prosemirror-model'
import { Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { Heading, Outlined } from '../../screens/space/outline/headings.ts'
import { watchText } from '../watch-text.ts'

interface Placed extends Heading {
  readonly position: number
}

interface Text {
  readonly view: EditorView
  readonly watch: (notify: () => void) => () => void
}

const pauseMs = 200
const known = new WeakMap<Node, readonly Placed[]>()

/** The headings of a page that is written. They are read when typing pauses, and only where it changed. */
export function outlinedEditor({ view, watch }: Text): Outlined {
  let headings: readonly Heading[] = placedIn(view.state.doc)
  const elementOf = (index: number) => {
    const position = placedIn(view.state.doc)[index]?.position
    const element = position === undefined ? null : view.nodeDOM(position)
    return element instanceof Element ? element : undefined
  }
  return {
    get: () => headings,
    watch(notify) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const look = () => {
        const next = placedIn(view.state.doc)
        if (isSame(headings, next)) return
        headings = next
        notify()
      }
      const stop = watchText({ view, watch })(() => {
        clearTimeout(timer)
        timer = setTimeout(look, pauseMs)
      })
      return () => {
        stop()
        clearTimeout(timer)
      }
    },
    elementOf,
    go(index) {
      const position = placedIn(view.state.doc)[index]?.position
      if (position === undefined) return
      view.focus()
      const { tr, doc } = view.state
      view.dispatch(tr.setSelection(Selection.near(doc.resolve(position + 1))))
      elementOf(index)?.scrollIntoView()
    },
  }
}

function isSame(some: readonly Heading[], others: readonly Heading[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ words, level }, at) => words === others[at]?.words && level === others[at].level)
  )
}

function placedIn(doc: Node): readonly Placed[] {
  const headings: Placed[] = []
  doc.forEach((group, start) => {
    const inside = known.get(group) ?? placedInside(group)
    known.set(group, inside)
    for (const heading of inside) headings.push({ ...heading, position: start + 1 + heading.position })
  })
  return headings
}

function placedInside(group: Node): readonly Placed[] {
  const headings: Placed[] = []
  group.descendants((node, position) => {
    const words = node.type.name === 'heading' ? node.textContent.trim() : ''
    if (words !== '') headings.push({ words, level: Number(node.attrs.level), position })
    return !node.isTextblock
  })
  return headings
}
