import { useEffect } from 'react'
import { Icon } from '../../../kit/icon.tsx'
import { useListMenu } from '../../../kit/list-menu.tsx'
import { preloadQuestions } from '../asking/asking.tsx'
import { askFor } from '../asking/asking-plugin.ts'
import { placeAt } from '../place-at.ts'
import { keepTyped, type Typed } from '../typed/typed-plugin.ts'
import { useTypedMenu } from '../typed/use-typed-menu.ts'
import type { Visual } from '../visual.ts'
import { type Choice, choicesFor } from './block-choices.ts'

interface SlashMenuProps {
  readonly visual: Visual
  readonly slash: Typed
}

/** The blocks that match what follows the slash. */
export function SlashMenu({ visual, slash }: SlashMenuProps) {
  const { view } = visual
  const { words, from } = slash
  useEffect(preloadQuestions, [])
  const menu = useListMenu({
    label: 'Blocks',
    items: choicesFor(words),
    words,
    idOf: ({ name }) => name,
    draw: ({ icon, name, note, markdown }) => (
      <>
        <Icon name={icon} />
        <span className="list-choice-name">{name}</span>
        <small className="cut">{note}</small>
        <kbd>{markdown}</kbd>
      </>
    ),
    onChoose: (choice) => run(visual, slash, choice),
    onClose: () => keepTyped(view),
    style: placeAt(view, from),
  })
  useTypedMenu(view, menu)
  return menu.list
}

function run({ view, insert, uploads }: Visual, { from, to }: Typed, { does }: Choice) {
  view.dispatch(view.state.tr.delete(from, to))
  if ('template' in does) void insert(does.template)
  else if ('typed' in does) view.dispatch(view.state.tr.insertText(does.typed))
  else if ('asks' in does) askFor(does.asks)(view.state, view.dispatch)
  else if ('accept' in does) uploads.pick(does.accept)
  else does.command(view.state, view.dispatch, view)
  view.focus()
}
