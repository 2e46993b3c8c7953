import type { EditorView } from 'prosemirror-view'
import type { CSSProperties } from 'react'

/** Where something stands that belongs to a position of the text, inside the frame of the editor. */
export function placeAt(view: EditorView, position: number): CSSProperties {
  const frame = view.dom.closest('.editor-frame')?.getBoundingClientRect() ?? new DOMRect()
  const { left, top, bottom } = view.coordsAtPos(position)
  const isReversed = getComputedStyle(view.dom).direction === 'rtl'
  return {
    '--start': `${Math.max(0, isReversed ? frame.right - left : left - frame.left)}px`,
    '--above': `${top - frame.top}px`,
    '--below': `${bottom - frame.top + gap}px`,
  } as CSSProperties
}

const gap = 6
