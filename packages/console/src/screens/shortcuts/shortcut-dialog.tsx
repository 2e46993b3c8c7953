import { Fragment, useState } from 'react'
import { Button, Dialog, Heading, Input, Modal, ModalOverlay, SearchField } from 'react-aria-components'
import { letterKeys, useBoundKeys } from '../../app/shortcuts.ts'
import { Icon } from '../../kit/icon.tsx'
import { Keys, namesOf } from '../../kit/keys.tsx'
import './shortcut-dialog.css'

/** What every key does on the screen below, and on all screens. */
export function ShortcutDialog({ onClose }: { readonly onClose: () => void }) {
  const [words, setWords] = useState('')
  const groups = useBoundKeys()
    .map(({ keys, ...group }) => ({ ...group, keys: keys.filter((one) => matches(one, words)) }))
    .filter(({ keys }) => keys.length > 0)
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={onClose}>
      <Modal className="shortcuts">
        <Dialog>
          <header className="shortcuts-head">
            <Heading slot="title">Keyboard</Heading>
            <Button className="icon-button" slot="close" aria-label="Close">
              <Icon name="x" />
            </Button>
          </header>
          <SearchField
            className="shortcuts-search"
            aria-label="Search keys"
            value={words}
            onChange={setWords}
            autoFocus
          >
            <Icon name="magnifying-glass" />
            <Input placeholder="What a key does, or its name" />
          </SearchField>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse, this is how it scrolls. */}
          <section className="shortcuts-list" aria-label="Keys" tabIndex={0}>
            {groups.map(({ group, name, keys }) => (
              <KeyGroup key={group} name={name} keys={keys} />
            ))}
            <p className="shortcuts-empty" role="status">
              {groups.length === 0 && `No key on this screen matches “${words}”. Try the palette instead.`}
            </p>
          </section>
          <LetterKeys />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

interface KeyGroupProps {
  readonly name: string
  readonly keys: readonly (readonly [string, string])[]
}

function KeyGroup({ name, keys }: KeyGroupProps) {
  return (
    <section className="shortcuts-group" aria-label={name}>
      <h3>{name}</h3>
      <dl>
        {keys.map(([key, what]) => (
          <Fragment key={key}>
            <dt>
              <Keys keys={key} />
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

/** Every word must occur in what the key does, or be the name of a key. */
function matches([keys, what]: readonly [string, string], words: string): boolean {
  const names = namesOf(keys).flat()
  return words
    .toLowerCase()
    .split(' ')
    .every((word) => what.includes(word) || names.some((name) => name.toLowerCase() === word))
}

function LetterKeys() {
  const { areOn } = letterKeys.useValue()
  return (
    <label className="shortcuts-letters">
      <input type="checkbox" checked={areOn} onChange={() => letterKeys.set({ areOn: !areOn })} />
      <span>
        Keys without {namesOf('mod').flat()}
        <small>If you turn them off, keys such as J and ? do nothing in this browser.</small>
      </span>
    </label>
  )
}
