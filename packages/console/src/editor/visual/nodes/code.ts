import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { diagramIn, diagramSyntax } from '../../../kit/drawings/diagrams.ts'
import { attributeField } from './attribute-field.ts'
import { control, element, fromControls } from './elements.ts'
import { followingText, later } from './later.ts'

/** How long somebody pauses before the diagram follows. Drawing one takes longer than a formula. */
const pauseMs = 300

/** Code with its language, which is typed: sites know more of them than a list could show. */
export function codeView(node: Node, view: EditorView, position: () => number | undefined): NodeView {
  const { attrs } = node
  const language = attributeField(view, position, {
    label: 'Language',
    placeholder: 'Plain text',
    attribute: 'syntax',
  })
  language.show(attrs.syntax)
  const contentDOM = element('code', { spellcheck: 'false' })
  const title = attrs.title === null ? [] : [control('figcaption', {}, String(attrs.title))]
  const dom = element('figure', { class: 'code' }, ...title, language.dom, element('pre', {}, contentDOM))
  if (attrs.syntax !== diagramSyntax) return { dom, contentDOM, ...fromControls(language.dom) }
  return { dom, contentDOM, ...withDiagram(node, dom, language.dom) }
}

/** The diagram stands below its source and follows it. Code in another language gets another view. */
function withDiagram(node: Node, dom: HTMLElement, language: HTMLElement): Omit<NodeView, 'dom'> {
  const host = dom.appendChild(control('div', { class: 'diagram' }))
  const diagram = diagramIn(host)
  const redraw = later(pauseMs, diagram.show)
  diagram.show(node.textContent)
  return {
    ...fromControls(language, host),
    update: followingText(node, redraw.run),
    destroy() {
      redraw.stop()
      diagram.close()
    },
  }
}
