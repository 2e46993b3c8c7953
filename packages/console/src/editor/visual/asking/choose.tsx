import { type ReactNode, useId } from 'react'
import { Heading } from 'react-aria-components'
import { FormDialog, FormEnd } from '../../../kit/form-dialog.tsx'
import { useListMenu } from '../../../kit/list-menu.tsx'
import './choose.css'

interface ChooseProps<Item> {
  readonly title: string
  /** What is typed to find one. */
  readonly label: string
  readonly words: string
  readonly onWords: (words: string) => void
  /** What matches the words; undefined until it is read. */
  readonly items: readonly Item[] | undefined
  /** What to do if there is none. */
  readonly empty: ReactNode
  readonly idOf: (item: Item) => string
  readonly draw: (item: Item) => ReactNode
  readonly onChoose: (item: Item) => void
  readonly onClose: () => void
}

/** One of many, by typing some of its words. The arrows choose, and Enter takes. */
export function Choose<Item>({ title, label, words, onWords, items, empty, ...props }: ChooseProps<Item>) {
  const id = useId()
  const menu = useListMenu({ label: title, items: items ?? [], words, ...props })
  return (
    <FormDialog isOpen onOpenChange={(isOpen) => !isOpen && props.onClose()}>
      <div className="form chooser">
        <Heading slot="title">{title}</Heading>
        <div>
          <label htmlFor={id}>{label}</label>
          <input
            id={id}
            role="combobox"
            aria-expanded={menu.isOpen}
            aria-autocomplete="list"
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the dialog is there to type this.
            autoFocus
            value={words}
            onChange={({ target }) => onWords(target.value)}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing || !menu.onKey(event)) return
              event.preventDefault()
              event.stopPropagation()
            }}
            {...menu.attributes}
          />
        </div>
        <div className="chooser-list">
          {menu.list || <p className="chooser-empty">{items === undefined ? 'Loading…' : empty}</p>}
        </div>
        <FormEnd>{null}</FormEnd>
      </div>
    </FormDialog>
  )
}
