import type { Node } from 'prosemirror-model'

/** Does something with the newest of several values, once no other has come for a while. */
export function later<Value>(pauseMs: number, act: (value: Value) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    run(value: Value) {
      clearTimeout(timer)
      timer = setTimeout(() => act(value), pauseMs)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Updates a view that draws the text of its node. A node with other attributes gets another view. */
export function followingText(node: Node, act: (text: string) => void) {
  let shown = node
  return (next: Node): boolean => {
    if (!next.sameMarkup(shown)) return false
    const isSame = next.content.eq(shown.content)
    shown = next
    if (!isSame) act(next.textContent)
    return true
  }
}
