import type { Page } from '@stemma/contract'
import { Fragment } from 'react'
import { Button, Menu, MenuItem, MenuSection, MenuTrigger, Separator } from 'react-aria-components'
import type { Offered } from '../../app/offers.ts'
import { Icon } from '../../kit/icon.tsx'
import type { IconName } from '../../kit/icon-names.ts'
import { isApple } from '../../kit/platform.ts'
import { SidebarPopover } from '../../kit/sidebar-popover.tsx'
import { holdsPages, moveOf, type Step } from './page-moves.ts'

/** What can be done with a page in the tree. */
export type PageAction = Step | 'new' | 'rename' | 'duplicate' | 'hide' | 'delete'

interface PageMenuProps {
  readonly page: Page
  readonly pages: readonly Page[]
  /** What the actions send. */
  readonly offered: Offered | undefined
  readonly onAct: (action: PageAction) => void
}

/** The actions of a row. What can't be done with a page isn't there. */
export function PageMenu({ page, ...actions }: PageMenuProps) {
  return (
    <MenuTrigger>
      <Button className="page-row-more" aria-label={`Actions for ${page.title}`}>
        <Icon name="dots-three" />
      </Button>
      <SidebarPopover placement="bottom end">
        <Actions page={page} {...actions} />
      </SidebarPopover>
    </MenuTrigger>
  )
}

function Actions({ page, pages, offered, onAct }: PageMenuProps) {
  const sections = entriesOf(page, pages)
  return (
    <Menu
      className="menu"
      aria-label={`Actions for ${page.title}`}
      onAction={(action) => onAct(action as PageAction)}
    >
      {sections.map(({ name, entries }, index) => (
        <Fragment key={name}>
          {index > 0 && <Separator className="menu-rule" />}
          <MenuSection aria-label={name}>
            {entries.map(({ action, icon, words, keys }) => (
              <MenuItem
                {...offered}
                className="menu-item"
                id={action}
                textValue={words}
                key={action}
                data-action={action}
              >
                <Icon name={icon} />
                <span className="cut">{words}</span>
                {keys && <kbd>{keys}</kbd>}
              </MenuItem>
            ))}
          </MenuSection>
        </Fragment>
      ))}
    </Menu>
  )
}

interface Entry {
  readonly action: PageAction
  readonly icon: IconName
  readonly words: string
  readonly keys?: string
}

const alt = isApple ? '⌥' : 'Alt '

export function isStep(action: PageAction): action is Step {
  return moves.some((move) => move.action === action)
}

export const moves: readonly (Entry & { readonly action: Step })[] = [
  { action: 'up', icon: 'arrow-up', words: 'Move up', keys: `${alt}↑` },
  { action: 'down', icon: 'arrow-down', words: 'Move down', keys: `${alt}↓` },
  { action: 'in', icon: 'text-indent', words: 'Move in', keys: `${alt}→` },
  { action: 'out', icon: 'text-outdent', words: 'Move out', keys: `${alt}←` },
]

function entriesOf(page: Page, pages: readonly Page[]) {
  const isHidden = 'hidden' in page && page.hidden
  const hide: Entry = isHidden
    ? { action: 'hide', icon: 'eye', words: 'Show in navigation' }
    : { action: 'hide', icon: 'eye-slash', words: 'Hide in navigation' }
  const sections: readonly { readonly name: string; readonly entries: readonly (Entry | false)[] }[] = [
    {
      name: 'Write',
      entries: [
        holdsPages(page) && { action: 'new', icon: 'plus', words: 'New page inside' },
        { action: 'rename', icon: 'pencil-simple', words: 'Rename', keys: 'F2' },
        page.type === 'document' && { action: 'duplicate', icon: 'copy', words: 'Duplicate' },
        page.type !== 'computed' && hide,
      ],
    },
    { name: 'Move', entries: moves.filter(({ action }) => moveOf(pages, page.id, action) !== undefined) },
    {
      name: 'Delete',
      entries: [{ action: 'delete', icon: 'trash', words: 'Delete', keys: 'Del' }],
    },
  ]
  return sections
    .map(({ name, entries }) => ({ name, entries: entries.filter((entry) => entry !== false) }))
    .filter(({ entries }) => entries.length > 0)
}
