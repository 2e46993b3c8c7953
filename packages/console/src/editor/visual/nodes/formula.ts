import type { Node } from 'prosemirror-model'
import { NodeSelection, TextSelection } from 'prosemirror-state'
import type { EditorView, NodeView } from 'prosemirror-view'
import { formulaIn } from '../../../kit/drawings/formulas.ts'
import { attributeField } from './attribute-field.ts'
import { control, element } from './elements.ts'
import { followingText, later } from './later.ts'
import './formula.css'

type Position = () => number | undefined

/** How long somebody pauses before what they typed is drawn. */
const pauseMs = 120

/**
 * A formula with its TeX. The TeX is shown while it has the cursor or an error; the last formula that could
 * be drawn stays while the next one is typed.
 */
export function formulaView(node: Node, view: EditorView, position: Position): NodeView {
  const name = control('small', { 'aria-hidden': 'true' }, 'Formula')
  const contentDOM = element('code', { spellcheck: 'false' })
  const drawing = element('div', { class: 'formula', 'data-display': 'block' })
  const problem = element('p', { class: 'drawing-problem', role: 'status' })
  const preview = control('div', { class: 'formula-preview' }, drawing, problem)
  const dom = element(
    'div',
    { class: 'source-box formula-box' },
    name,
    element('pre', {}, contentDOM),
    preview,
  )
  const show = formulaIn(drawing, {
    display: 'block',
    isKept: true,
    onDrawn(words = '') {
      dom.dataset.state = words === '' ? 'drawn' : 'wrong'
      drawing.hidden = drawing.querySelector('math') === null
      problem.textContent = words
    },
  })
  const redraw = later(pauseMs, show)
  preview.addEventListener('mousedown', (event) => {
    const at = position()
    if (at === undefined || !view.editable) return
    event.preventDefault()
    const { doc, tr } = view.state
    const end = at + 1 + (doc.nodeAt(at)?.content.size ?? 0)
    view.dispatch(tr.setSelection(TextSelection.create(doc, end)))
    view.focus()
  })
  drawing.hidden = true
  show(node.textContent)
  return {
    dom,
    contentDOM,
    update: followingText(node, redraw.run),
    stopEvent: ({ target }) => isIn(preview, target),
    ignoreMutation: ({ type, target }) => isIn(preview, target) || (type === 'attributes' && target === dom),
    destroy: redraw.stop,
  }
}

function isIn(dom: HTMLElement, target: unknown): boolean {
  return target instanceof globalThis.Node && dom.contains(target)
}

/** A formula in a line. A click, or Enter while it is selected, opens a field with its TeX beside it. */
export function inlineFormulaView(node: Node, view: EditorView, position: Position): NodeView {
  const drawing = element('span', { class: 'formula', 'data-display': 'inline' })
  const problem = element('span', { class: 'drawing-problem', role: 'status' })
  const dom = control('span', {
    class: 'inline-formula',
    title: 'Formula: click, or press Enter, to edit it',
  })
  dom.append(drawing)
  const show = formulaIn(drawing, {
    display: 'inline',
    isKept: true,
    onDrawn: (words = '') => {
      problem.textContent = words
      dom.dataset.state = words === '' ? 'drawn' : 'wrong'
    },
  })
  const redraw = later(pauseMs, show)
  const field = attributeField(view, position, {
    label: 'Formula in TeX',
    placeholder: 'TeX',
    attribute: 'formula',
    lengthMax: 5000,
    onType: redraw.run,
    onDone() {
      const at = position()
      if (at === undefined) return
      const { tr } = view.state
      // Without TeX there is nothing to keep.
      if (!texOf(shown)) tr.delete(at, at + shown.nodeSize)
      else tr.setSelection(TextSelection.create(tr.doc, at + shown.nodeSize))
      view.dispatch(tr)
    },
  })
  let shown = node
  const isOpen = () => field.dom.isConnected
  const draw = () => {
    redraw.stop()
    field.show(texOf(shown))
    show(texOf(shown))
  }
  dom.addEventListener('click', () => {
    const at = position()
    if (isOpen() || at === undefined || !view.editable) return
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
    dom.replaceChildren(field.dom, drawing, problem)
    field.focus()
  })
  field.dom.addEventListener('focusout', () => {
    if (!isOpen()) return
    dom.replaceChildren(drawing)
    draw()
  })
  draw()
  return {
    dom,
    update(next) {
      if (next.type !== shown.type) return false
      shown = next
      if (!isOpen()) draw()
      return true
    },
    stopEvent: ({ target }) => isOpen() && isIn(dom, target),
    ignoreMutation: ({ type, target }) => type !== 'selection' || isIn(field.dom, target),
    destroy: redraw.stop,
  }
}

function texOf({ attrs }: Node): string {
  return String(attrs.formula ?? '')
}
