import { Button, DropIndicator, Tree, TreeItem, TreeItemContent, useDragAndDrop } from 'react-aria-components'
import { Icon } from '../../../kit/icon.tsx'
import { pressedOn } from '../../space/page-keys.ts'
import { type PartAction, PartMenu } from './part-menu.tsx'
import { findPart, type Part, type PartTarget } from './parts.ts'
import '../../space/page-tree.css'
import './part-tree.css'

interface PartTreeProps {
  readonly parts: readonly Part[]
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
  /** Missing for people who only look. */
  readonly onAct: ((part: Part, action: PartAction) => void) | undefined
  readonly onMove: (part: Part, target: PartTarget) => void
}

/** The navigation of a site. Rows move by drag, by Alt and arrow keys, and in the menu of each. */
export function PartTree({ parts, selected, onSelect, onAct, onMove }: PartTreeProps) {
  const drags = useDrags(parts, onMove, onAct === undefined)
  const branches = parts.flatMap(function each(part): readonly string[] {
    return part.below.length > 0 ? [part.id, ...part.below.flatMap(each)] : []
  })
  return (
    <div
      role="presentation"
      // Before the tree, which takes the arrow keys whether Alt is pressed or not.
      onKeyDownCapture={(event) => {
        const { action, id } = pressedOn(event) ?? {}
        const part = findPart(parts, id)
        if (action === undefined || part === undefined || onAct === undefined) return
        event.preventDefault()
        event.stopPropagation()
        if (action === 'rename') onSelect(part.id)
        else if (action === 'delete') onAct(part, 'remove')
        else if (action === 'up' || action === 'down' || action === 'in' || action === 'out')
          onMove(part, action)
      }}
    >
      <Tree
        className="page-tree part-tree"
        aria-label="Structure"
        expandedKeys={branches}
        dragAndDropHooks={drags}
        onAction={(id) => onSelect(String(id))}
      >
        {parts.map((part) => (
          <Row key={part.id} part={part} parts={parts} selected={selected} onAct={onAct} />
        ))}
      </Tree>
    </div>
  )
}

function useDrags(parts: readonly Part[], onMove: PartTreeProps['onMove'], isDisabled: boolean) {
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled,
    getItems: (ids) => [...ids].map((id) => ({ 'text/plain': findPart(parts, id)?.title ?? '' })),
    shouldAcceptItemDrop: ({ key }) => findPart(parts, key)?.kind === 'site-section-group',
    onMove({ keys: [id], target }) {
      const part = findPart(parts, id)
      if (part !== undefined) onMove(part, { part: String(target.key), to: target.dropPosition })
    },
    renderDropIndicator: (target) => <DropIndicator className="page-drop" target={target} />,
  })
  return dragAndDropHooks
}

interface RowProps extends Pick<PartTreeProps, 'parts' | 'selected' | 'onAct'> {
  readonly part: Part
}

function Row({ part, ...rows }: RowProps) {
  const { parts, selected, onAct } = rows
  const isSelected = part.id === selected
  return (
    <TreeItem
      id={part.id}
      textValue={part.title}
      className="page-row part-row"
      data-current={isSelected}
      data-part={part.kind}
    >
      <TreeItemContent>
        {onAct && (
          <Button slot="drag" className="part-grip">
            <Icon name="dots-six-vertical" />
          </Button>
        )}
        {part.kind === 'site-space' ? <Icon name="book-open" /> : <Icon name="caret-down" />}
        <span className="cut">{part.title}</span>
        {isSelected && <span className="hidden-text">, selected</span>}
        <span className="part-note">{noteOf(part)}</span>
        {part.condition !== undefined && <span className="badge tone-warning">condition</span>}
        {onAct && <PartMenu part={part} parts={parts} onAct={(action) => onAct(part, action)} />}
      </TreeItemContent>
      {part.below.map((one) => (
        <Row key={one.id} part={one} {...rows} />
      ))}
    </TreeItem>
  )
}

function noteOf({ kind, isDefault, path }: Part): string {
  if (kind === 'site-section-group') return 'group'
  if (kind === 'site-section') return isDefault ? '/' : `/${path}`
  return isDefault ? 'default' : (path ?? '')
}
