import type { EditorView } from 'prosemirror-view'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Icon } from '../../../kit/icon.tsx'
import { placeAt } from '../place-at.ts'
import type { Visual } from '../visual.ts'
import { type Choice, choicesFor } from './block-choices.ts'
import { closeSlash, handleSlashKeys, type Slash } from './slash-plugin.ts'
import './slash-menu.css'

interface SlashMenuProps {
  readonly visual: Visual
  readonly slash: Slash
}

/** The blocks that match what follows the slash. The cursor stays in the text. */
export function SlashMenu({ visual, slash }: SlashMenuProps) {
  const { view } = visual
  const choices = choicesFor(slash.words)
  const [at, setAt] = useState(0)
  const list = useId()
  const chosen = Math.min(at, choices.length - 1)
  const choose = (choice: Choice) => run(visual, slash, choice)
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') closeSlash(view)
    else if (key === 'ArrowDown') setAt((chosen + 1) % choices.length)
    else if (key === 'ArrowUp') setAt((chosen + choices.length - 1) % choices.length)
    else if (key === 'Enter' || key === 'Tab') {
      const choice = choices[chosen]
      if (choice !== undefined) choose(choice)
    } else return false
    return true
  })
  useEffect(() => (choices.length === 0 ? undefined : handleSlashKeys(view, onKey)), [view, choices.length])
  useActive(view, list, chosen)
  if (choices.length === 0) return null
  return (
    <div
      className="slash-menu"
      id={list}
      role="listbox"
      aria-label="Blocks"
      style={placeAt(view, slash.from)}
    >
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the editor has the focus and handles the keys.
        <div
          key={choice.name}
          id={`${list}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className="slash-choice"
          ref={(one) => {
            if (index === chosen) one?.scrollIntoView({ block: 'nearest' })
          }}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(choice)}
        >
          <Icon name={choice.icon} />
          <span>{choice.name}</span>
          <small className="cut">{choice.note}</small>
          <kbd>{choice.markdown}</kbd>
        </div>
      ))}
    </div>
  )
}

/** Tells assistive technology which block is chosen while the focus stays in the text. */
function useActive(view: EditorView, list: string, chosen: number) {
  useEffect(() => {
    view.dom.setAttribute('aria-controls', list)
    view.dom.setAttribute('aria-activedescendant', `${list}-${chosen}`)
    return () => {
      view.dom.removeAttribute('aria-controls')
      view.dom.removeAttribute('aria-activedescendant')
    }
  }, [view, list, chosen])
}

function run({ view, insert, uploads }: Visual, { from, to }: Slash, { does }: Choice) {
  view.dispatch(view.state.tr.delete(from, to))
  if ('template' in does) void insert(does.template)
  else if ('accept' in does) uploads.pick(does.accept)
  else does.command(view.state, view.dispatch, view)
  view.focus()
}
