import { placeInline, schema } from '@stemma/editing'
import type { EditorView } from 'prosemirror-view'
import { Icon } from '../../../kit/icon.tsx'
import { useListMenu } from '../../../kit/list-menu.tsx'
import type { PageKey } from '../../saving/delivery.ts'
import { placeAt } from '../place-at.ts'
import { keepTyped, type Typed } from '../typed/typed-plugin.ts'
import { useTypedMenu } from '../typed/use-typed-menu.ts'
import { useVariables } from './use-variables.ts'
import { variableChoices } from './variables.ts'

interface ExpressionMenuProps {
  readonly view: EditorView
  readonly typed: Typed
  readonly page: PageKey
}

/** The variables that match what follows `{{`, and what was typed as an expression of its own. */
export function ExpressionMenu({ view, typed, page }: ExpressionMenuProps) {
  const { words, from } = typed
  const menu = useListMenu({
    label: 'Expressions',
    items: variableChoices(useVariables(page), words),
    words,
    idOf: ({ expression }) => expression,
    draw: ({ expression, value }) => (
      <>
        <Icon name="brackets-curly" />
        <span className="cut">{expression}</span>
        <small className="cut">{value === '' ? 'Expression' : value}</small>
      </>
    ),
    onChoose({ expression }) {
      placeInline(schema.node('expression', { expression }), typed)(view.state, view.dispatch)
      view.focus()
    },
    onClose: () => keepTyped(view),
    style: placeAt(view, from),
  })
  useTypedMenu(view, menu)
  return menu.list
}
