import { enterBlock } from '@stemma/editing'
import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { Fragment, useEffect } from 'react'
import { Menu, MenuItem, MenuSection, Popover, Separator, SubmenuTrigger } from 'react-aria-components'
import { Icon } from '../../../kit/icon.tsx'
import '../../../kit/menu.css'
import { type Entry, entriesOf } from './block-entries.ts'

interface BlockMenuProps {
  readonly view: EditorView
  /** Where the block begins. */
  readonly position: number
  readonly onAct: (command: Command) => void
}

/** What can be done with a block. What can't be done with this one isn't there. */
export function BlockMenu({ view, position, onAct }: BlockMenuProps) {
  useEffect(() => {
    enterBlock(position)(view.state, view.dispatch)
  }, [view, position])
  const sections = entriesOf(view.state, position)
  return (
    <Menu className="menu" aria-label="Block">
      {sections.map(({ name, entries }, at) => (
        <Fragment key={name}>
          {at > 0 && <Separator className="menu-rule" />}
          <MenuSection aria-label={name}>
            {entries.map((entry) => (
              <EntryItem key={entry.words} entry={entry} onAct={onAct} />
            ))}
          </MenuSection>
        </Fragment>
      ))}
    </Menu>
  )
}

interface EntryItemProps extends Pick<BlockMenuProps, 'onAct'> {
  readonly entry: Entry
}

function EntryItem({ entry, onAct }: EntryItemProps) {
  const { icon, words, keys } = entry
  const item = (
    <MenuItem
      className="menu-item"
      id={words}
      textValue={words}
      onAction={() => 'command' in entry && onAct(entry.command)}
    >
      <Icon name={icon} />
      <span className="cut">{words}</span>
      {keys && <kbd>{keys}</kbd>}
      {'entries' in entry && <Icon name="caret-right" />}
    </MenuItem>
  )
  if (!('entries' in entry)) return item
  return (
    <SubmenuTrigger>
      {item}
      <Popover className="popover">
        <Menu className="menu" aria-label={words}>
          {entry.entries.map((one) => (
            <EntryItem key={one.words} entry={one} onAct={onAct} />
          ))}
        </Menu>
      </Popover>
    </SubmenuTrigger>
  )
}
