import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { control, element } from './elements.ts'

/** Code with its language, which is typed: sites know more of them than a list could show. */
export function codeView({ attrs }: Node, view: EditorView, position: () => number | undefined): NodeView {
  const language = control('input', {
    'aria-label': 'Language',
    placeholder: 'Plain text',
    spellcheck: 'false',
  })
  language.value = String(attrs.syntax ?? '')
  language.size = 12
  language.addEventListener('change', () => {
    const at = position()
    const syntax = language.value.trim() || null
    if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, 'syntax', syntax))
  })
  language.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    language.blur()
    view.focus()
  })
  const contentDOM = element('code', { spellcheck: 'false' })
  const title = attrs.title === null ? [] : [control('figcaption', {}, String(attrs.title))]
  const dom = element('figure', { class: 'code' }, ...title, language, element('pre', {}, contentDOM))
  return { dom, contentDOM, stopEvent: ({ target }) => language === target }
}
