import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { control, element, icon } from './elements.ts'

const styles = ['info', 'success', 'warning', 'danger'] as const
const icons = {
  info: 'info',
  success: 'check-circle',
  warning: 'warning',
  danger: 'warning-circle',
} as const

/** A note with the icon of its style. The icon is a button that takes the next style. */
export function hintView({ attrs }: Node, view: EditorView, position: () => number | undefined): NodeView {
  const style = styles.find((one) => one === attrs.style) ?? 'info'
  const next = styles[(styles.indexOf(style) + 1) % styles.length] ?? 'info'
  const label = `Style of the note: ${style}. Change to ${next}`
  const button = control('button', { type: 'button', 'aria-label': label, title: label }, icon(icons[style]))
  button.tabIndex = -1
  button.addEventListener('click', () => {
    const at = position()
    if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, 'style', next))
  })
  const contentDOM = element('div')
  const dom = element('div', { class: `hint tone-${style}` }, button, contentDOM)
  return { dom, contentDOM, stopEvent: ({ target }) => button.contains(target as HTMLElement) }
}
