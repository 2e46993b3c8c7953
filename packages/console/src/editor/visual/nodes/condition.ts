import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { announce } from '../../../app/announcements.tsx'
import { faultIn } from '../expressions/fault-in.ts'
import { attributeField } from './attribute-field.ts'
import { control, element, fromControls, icon } from './elements.ts'

/** Blocks that only some visitors see, below the expression that says who. */
export function conditionView(node: Node, view: EditorView, position: () => number | undefined): NodeView {
  const field = attributeField(view, position, {
    label: 'Condition: an expression about the visitor',
    placeholder: 'nobody, until you write an expression',
    attribute: 'expression',
    lengthMax: 1024,
  })
  const fault = element('small', { class: 'condition-fault' })
  fault.hidden = true
  const words = element('span', {}, 'Only visitors for whom')
  const head = control('div', { class: 'condition-head' }, icon('eye'), words, field.dom, fault)
  const contentDOM = element('div')
  const dom = element(
    'div',
    { class: 'condition', role: 'group', 'aria-label': 'Condition' },
    head,
    contentDOM,
  )
  field.show(node.attrs.expression)
  head.addEventListener('focusout', async () => {
    const found = await faultIn(field.dom.textContent)
    fault.textContent = found ?? ''
    fault.hidden = found === undefined
    head.toggleAttribute('data-invalid', found !== undefined)
    if (found !== undefined) announce(found)
  })
  let shown = node
  return {
    dom,
    contentDOM,
    update(next) {
      if (next.type !== shown.type) return false
      if (next.attrs.expression !== shown.attrs.expression) field.show(next.attrs.expression)
      shown = next
      return true
    },
    ...fromControls(head),
  }
}
