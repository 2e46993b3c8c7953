import type { ContentReference } from '@stemma/contract'
import { schema } from '@stemma/editing'
import type { Node } from 'prosemirror-model'
import { TextSelection } from 'prosemirror-state'
import type { EditorView, NodeView } from 'prosemirror-view'
import { attributeField } from './attribute-field.ts'
import { control, element } from './elements.ts'
import type { Files } from './files.ts'
import './picture.css'

type Position = () => number | undefined

/**
 * A picture with its caption. Until the picture is there, its description stands in its place. What it shows
 * in words, and a caption, are asked for while the pointer or the focus is there.
 */
export function pictureView(node: Node, view: EditorView, position: Position, { urlOf }: Files): NodeView {
  let shown = node
  const missing = element('span', { class: 'picture-missing' })
  const picture = element('img')
  picture.draggable = false
  const alt = attributeField(view, position, {
    label: 'Alt text: what the picture shows',
    attribute: 'alt',
    lengthMax: 1000,
  })
  const caption = captionButton(view, position)
  const tools = element('div', { class: 'picture-tools' }, alt.dom, caption)
  const frame = control('div', { class: 'picture' }, missing, tools)
  const contentDOM = element('figcaption')
  const draw = ({ attrs, childCount }: Node) => {
    const words = String(attrs.alt ?? '')
    missing.textContent = words || 'Image'
    picture.alt = words
    alt.show(words)
    caption.hidden = childCount > 0
    contentDOM.hidden = childCount === 0
  }
  const show = async () => {
    const src = node.attrs.ref === null ? undefined : await urlOf(node.attrs.ref as ContentReference)
    if (src === undefined) return
    picture.src = src
    missing.replaceWith(picture)
  }
  draw(node)
  void show()
  return {
    dom: element('figure', {}, frame, contentDOM),
    contentDOM,
    update(next) {
      if (next.type !== shown.type || next.attrs.ref !== shown.attrs.ref) return false
      shown = next
      draw(next)
      return true
    },
    stopEvent: ({ target }) => target instanceof globalThis.Node && tools.contains(target),
    ignoreMutation: ({ target }) => !contentDOM.contains(target),
  }
}

function captionButton(view: EditorView, position: Position): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'button' }, 'Add caption')
  button.addEventListener('click', () => {
    const at = position()
    if (at === undefined) return
    const { tr } = view.state
    tr.insert(at + 1, schema.node('image_caption'))
    view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 2)).scrollIntoView())
    view.focus()
  })
  return button
}
