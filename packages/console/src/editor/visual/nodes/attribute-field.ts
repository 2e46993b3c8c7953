import type { EditorView } from 'prosemirror-view'
import { control, element } from './elements.ts'

interface FieldOptions {
  /** What it is called for those who don't see it. */
  readonly label: string
  readonly placeholder?: string
  /** The attribute of the node that it changes. */
  readonly attribute: string
  readonly lengthMax?: number
}

export interface AttributeField {
  readonly dom: HTMLElement
  readonly show: (words: unknown) => void
}

/**
 * A line of words about a node, such as its language. It isn't a form field: browsers look at every form
 * field of a page for what they could fill in, and would lay out all of a long page for that.
 */
export function attributeField(
  view: EditorView,
  position: () => number | undefined,
  { label, placeholder = label, attribute, lengthMax = 200 }: FieldOptions,
): AttributeField {
  const field = element('span', {
    class: 'attribute-field',
    role: 'textbox',
    'aria-label': label,
    'data-placeholder': placeholder,
    spellcheck: 'false',
  })
  field.contentEditable = 'plaintext-only'
  field.tabIndex = 0
  let shown = ''
  field.addEventListener('blur', () => {
    const at = position()
    const words = field.textContent.replaceAll(/\s+/g, ' ').trim().slice(0, lengthMax)
    if (words !== shown && at !== undefined)
      view.dispatch(view.state.tr.setNodeAttribute(at, attribute, words || null))
  })
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    field.blur()
    view.focus()
  })
  return {
    // Editable text inside editable text has no focus of its own, unless something between isn't editable.
    dom: control('span', { class: 'attribute' }, field),
    show(words) {
      shown = String(words ?? '')
      field.textContent = shown
    },
  }
}
