import type { EditorView } from 'prosemirror-view'
import { control, element } from './elements.ts'

interface FieldOptions {
  /** What it is called for those who don't see it. */
  readonly label: string
  readonly placeholder?: string
  /** The attribute of the node that it changes. */
  readonly attribute: string
  readonly lengthMax?: number
  /** Called with the words while they are typed. */
  readonly onType?: (words: string) => void
  /** Called after Enter or Escape, when the words are in the document and the text has the focus again. */
  readonly onDone?: () => void
}

export interface AttributeField {
  readonly dom: HTMLElement
  readonly show: (words: unknown) => void
  /** Goes there, and selects all words. */
  readonly focus: () => void
}

/**
 * A line of words about a node, such as its language. It isn't a form field: browsers look at every form
 * field of a page for what they could fill in, and would lay out all of a long page for that.
 */
export function attributeField(
  view: EditorView,
  position: () => number | undefined,
  { label, placeholder = label, attribute, lengthMax = 200, onType, onDone }: FieldOptions,
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
  const wordsIn = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, lengthMax)
  field.addEventListener('input', () => onType?.(wordsIn(field.textContent)))
  field.addEventListener('blur', () => {
    const at = position()
    const words = wordsIn(field.textContent)
    // Words that nobody changed stay as they are written, with all their spaces.
    if (words !== wordsIn(shown) && at !== undefined)
      view.dispatch(view.state.tr.setNodeAttribute(at, attribute, words || null))
  })
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    field.blur()
    view.focus()
    onDone?.()
  })
  return {
    // Editable text inside editable text has no focus of its own, unless something between isn't editable.
    dom: control('span', { class: 'attribute' }, field),
    show(words) {
      shown = String(words ?? '')
      field.textContent = shown
    },
    focus() {
      field.focus()
      getSelection()?.selectAllChildren(field)
    },
  }
}
