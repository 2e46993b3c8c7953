import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { attributeField } from './attribute-field.ts'
import { control, element, fromControls } from './elements.ts'

/** Code with its language, which is typed: sites know more of them than a list could show. */
export function codeView({ attrs }: Node, view: EditorView, position: () => number | undefined): NodeView {
  const language = attributeField(view, position, {
    label: 'Language',
    placeholder: 'Plain text',
    attribute: 'syntax',
  })
  language.show(attrs.syntax)
  const contentDOM = element('code', { spellcheck: 'false' })
  const title = attrs.title === null ? [] : [control('figcaption', {}, String(attrs.title))]
  const dom = element('figure', { class: 'code' }, ...title, language.dom, element('pre', {}, contentDOM))
  return { dom, contentDOM, ...fromControls(language.dom) }
}
