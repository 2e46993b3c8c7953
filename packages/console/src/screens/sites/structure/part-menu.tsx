import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { offers } from '../../../app/offers.ts'
import type { OperationId } from '../../../app/operations.ts'
import { Icon } from '../../../kit/icon.tsx'
import type { IconName } from '../../../kit/icon-names.ts'
import { moves } from '../../space/page-menu.tsx'
import type { Step } from '../../space/page-moves.ts'
import { moveOf, type Part } from './parts.ts'
import '../../../kit/menu.css'

/** What can be done with a part of a site. */
export type PartAction = Step | 'add-space' | 'default' | 'remove'

interface PartMenuProps {
  readonly part: Part
  readonly parts: readonly Part[]
  readonly onAct: (action: PartAction) => void
}

/** The actions of a row. What can't be done with a part isn't there. */
export function PartMenu({ part, parts, onAct }: PartMenuProps) {
  const label = `Actions for ${part.title}`
  return (
    <MenuTrigger>
      <Button className="page-row-more" aria-label={label}>
        <Icon name="dots-three" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label={label} onAction={(action) => onAct(action as PartAction)}>
          {entriesOf(part, parts).map(({ action, icon, words, keys }) => (
            <MenuItem
              className="menu-item"
              id={action}
              textValue={words}
              key={action}
              {...offers(operationOf(action, part))}
            >
              <Icon name={icon} />
              <span className="cut">{words}</span>
              {keys && <kbd>{keys}</kbd>}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

/** The first operation that an action sends. */
function operationOf(action: PartAction, { kind }: Part): OperationId {
  if (action === 'add-space') return 'addSpaceToSite'
  if (action === 'default') return kind === 'site-space' ? 'updateSiteSectionById' : 'updateSiteById'
  if (action === 'in') return 'addSectionToGroup'
  if (action === 'out') return 'removeSectionFromGroup'
  return action === 'remove' ? removals[kind] : 'sortSiteStructure'
}

const removals = {
  'site-section-group': 'deleteSiteSectionGroupById',
  'site-section': 'deleteSiteSectionById',
  'site-space': 'deleteSiteSpaceById',
} as const satisfies Readonly<Record<Part['kind'], OperationId>>

interface Entry {
  readonly action: PartAction
  readonly icon: IconName
  readonly words: string
  readonly keys?: string
}

function entriesOf(part: Part, parts: readonly Part[]): readonly Entry[] {
  const { kind, isDefault } = part
  const entries: readonly (Entry | false)[] = [
    kind === 'site-section' && { action: 'add-space', icon: 'plus', words: 'Add a space' },
    kind !== 'site-section-group' &&
      !isDefault && { action: 'default', icon: 'check', words: 'Make the default' },
    ...moves.filter(({ action }) => moveOf(parts, part.id, action) !== undefined),
    kind === 'site-section-group'
      ? { action: 'remove', icon: 'rows', words: 'Ungroup', keys: 'Del' }
      : { action: 'remove', icon: 'trash', words: 'Remove from the site', keys: 'Del' },
  ]
  return entries.filter((entry) => entry !== false)
}
