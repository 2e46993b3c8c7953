import { type KeyboardEvent, useState } from 'react'
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  TextField,
} from 'react-aria-components'
import { Icon } from '../../kit/icon.tsx'
import { Keys } from '../../kit/keys.tsx'
import { useEntries } from './entries.ts'
import type { Entry } from './entry.ts'
import './palette-dialog.css'

interface PaletteDialogProps {
  readonly organizationId: string
  readonly onClose: () => void
}

export function PaletteDialog({ organizationId, onClose }: PaletteDialogProps) {
  const [words, setWords] = useState('')
  const { groups, isSearching } = useEntries(organizationId, words)
  const run = ({ act }: Entry) => {
    onClose()
    act()
  }
  /** The list takes a moment to move its focus; Enter never waits for that. */
  const runOnEnter = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    const entries = groups.flatMap((group) => group.entries)
    const entry = entries.find(({ id }) => id === focusedKeyIn(event.currentTarget)) ?? entries[0]
    if (entry !== undefined) run(entry)
  }
  return (
    <ModalOverlay className="overlay" data-place="top" isOpen isDismissable onOpenChange={onClose}>
      <Modal className="palette">
        <Dialog aria-label="Search or run">
          <search onKeyDownCapture={runOnEnter}>
            <Autocomplete inputValue={words} onInputChange={setWords}>
              <TextField className="palette-field" aria-label="Search or run" autoFocus>
                <Icon name="magnifying-glass" size="l" />
                <Input placeholder="Search pages, go to a space, run an operation" />
                <kbd>Esc</kbd>
              </TextField>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by Tab. */}
              <div className="palette-results" tabIndex={0}>
                <Menu
                  className="palette-list"
                  aria-label="Results"
                  items={groups}
                  renderEmptyState={() => (
                    <p className="palette-empty">
                      {isSearching ? 'Searching…' : `Nothing matches “${words}”.`}
                    </p>
                  )}
                >
                  {({ name, entries }) => (
                    <MenuSection id={name}>
                      <Header className="palette-head">{name}</Header>
                      <Collection items={entries}>
                        {(entry) => (
                          <MenuItem
                            id={entry.id}
                            className="palette-item"
                            textValue={entry.title}
                            onAction={() => run(entry)}
                          >
                            <Icon name={entry.icon} />
                            <span className="cut">{entry.title}</span>
                            <small className="cut">{entry.note}</small>
                            {entry.keys && <Keys keys={entry.keys} />}
                          </MenuItem>
                        )}
                      </Collection>
                    </MenuSection>
                  )}
                </Menu>
              </div>
            </Autocomplete>
          </search>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function focusedKeyIn(palette: HTMLElement): string | undefined {
  return palette.querySelector<HTMLElement>('.palette-item[data-focused]')?.dataset.key
}
