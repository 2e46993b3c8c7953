import { type CSSProperties, type ReactNode, useId, useState } from 'react'
import './list-menu.css'

interface ListMenuOptions<Item> {
  readonly label: string
  readonly items: readonly Item[]
  /** What was typed: when it is new, the first item is chosen again. */
  readonly words: string
  readonly idOf: (item: Item) => string
  readonly draw: (item: Item) => ReactNode
  readonly onChoose: (item: Item) => void
  readonly onClose: () => void
  /** Where it stands: `--start` and `--below`. */
  readonly style?: CSSProperties
}

/** A list below a text that keeps the focus. */
export interface ListMenu {
  readonly isOpen: boolean
  readonly list: ReactNode
  /** Attributes of the text while the list is open, which say what is chosen. */
  readonly attributes: Readonly<Record<string, string>>
  /** Whether the list took the key. */
  readonly onKey: (event: Pressed) => boolean
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** What matches the words that are being typed. The cursor stays in the text, which passes its keys on. */
export function useListMenu<Item>({
  items,
  words,
  idOf,
  onChoose,
  ...options
}: ListMenuOptions<Item>): ListMenu {
  const [{ at, since }, setChosen] = useState({ at: 0, since: words })
  const id = useId()
  const isOpen = items.length > 0
  const chosen = since === words ? Math.min(at, items.length - 1) : 0
  const choose = (index: number) => setChosen({ at: (index + items.length) % items.length, since: words })
  const onKey = ({ key, ctrlKey, metaKey, altKey }: Pressed) => {
    const item = items[chosen]
    if (item === undefined || ctrlKey || metaKey || altKey) return false
    if (key === 'Escape') options.onClose()
    else if (key === 'ArrowDown') choose(chosen + 1)
    else if (key === 'ArrowUp') choose(chosen - 1)
    else if (key === 'Enter' || key === 'Tab') onChoose(item)
    else return false
    return true
  }
  const list = isOpen && (
    <div className="list-menu" id={id} role="listbox" aria-label={options.label} style={options.style}>
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text has the focus and handles the keys.
        <div
          key={idOf(item)}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className="list-choice"
          ref={(one) => {
            if (index === chosen) one?.scrollIntoView({ block: 'nearest' })
          }}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(item)}
        >
          {options.draw(item)}
        </div>
      ))}
    </div>
  )
  const attributes = isOpen ? { 'aria-controls': id, 'aria-activedescendant': `${id}-${chosen}` } : {}
  return { isOpen, list, attributes, onKey }
}
