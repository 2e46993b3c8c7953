import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { Icon } from '../../../kit/icon.tsx'

interface ItemListProps<Item> {
  readonly value: readonly Item[]
  readonly onChange: (items: readonly Item[]) => void
  readonly nameOf: (item: Item) => string
  readonly isRemovable?: boolean
  readonly children: (item: Item, change: (item: Item) => void) => ReactNode
}

/** The fields of each item, and a button that takes it away. */
export function ItemList<Item>({
  value,
  onChange,
  nameOf,
  isRemovable = true,
  children,
}: ItemListProps<Item>) {
  return (
    <ul>
      {value.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity while they are typed.
        <li key={at}>
          {children(item, (changed) => onChange(value.with(at, changed)))}
          {isRemovable && (
            <Button
              className="button"
              data-kind="quiet"
              aria-label={`Remove ${nameOf(item)}`}
              onPress={() => onChange(value.toSpliced(at, 1))}
            >
              Remove
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

export function Add({ words, onAdd }: { readonly words: string; readonly onAdd: () => void }) {
  return (
    <Button className="button" onPress={onAdd}>
      <Icon name="plus" />
      {words}
    </Button>
  )
}
