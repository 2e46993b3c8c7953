import { enterBlock } from '@stemma/editing'
import { type Command, type EditorState, NodeSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import {
  type CSSProperties,
  type DragEvent,
  memo,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { MenuTrigger, Popover, Pressable } from 'react-aria-components'
import { useShortcuts } from '../../../app/shortcuts.ts'
import { Icon } from '../../../kit/icon.tsx'
import type { Visual } from '../visual.ts'
import { BlockMenu } from './block-menu.tsx'
import './block-handle.css'

/** Stands beside the block under the pointer, or else the one with the cursor. It drags, and opens a menu. */
export function BlockHandle({ visual: { view, watch } }: { readonly visual: Visual }) {
  const hovered = useHovered(view)
  const [open, setOpen] = useState<number>()
  useShortcuts('text', { 'mod+.': () => setOpen(blockWithCursor(view.state)) })
  const withCursor = useSyncExternalStore(watch, () => blockWithCursor(view.state))
  const position = open ?? hovered ?? withCursor
  const block = useSyncExternalStore(watch, () => (position === undefined ? null : view.nodeDOM(position)))
  if (position === undefined || !(block instanceof HTMLElement)) return null
  return <Handle view={view} position={position} block={block} isOpen={open !== undefined} onOpen={setOpen} />
}

interface HandleProps extends Dragged {
  readonly view: EditorView
  readonly isOpen: boolean
  /** Opens the menu of a block, or closes it. */
  readonly onOpen: (position: number | undefined) => void
}

/** Where it stands has to be measured: only for another block, and not for every key. */
const Handle = memo(function Handle({ view, position, block, isOpen, onOpen }: HandleProps) {
  /** A mouse that holds it may want to drag: the menu opens when it is released. */
  const isHeld = useRef(false)
  const close = () => {
    onOpen(undefined)
    view.focus()
  }
  return (
    <div className="block-handle" style={besides(view, block)} data-open={isOpen || undefined}>
      <MenuTrigger
        isOpen={isOpen}
        onOpenChange={(next) => {
          if (!next) close()
          else if (!isHeld.current) onOpen(position)
        }}
      >
        <Pressable>
          <button
            type="button"
            draggable
            aria-label="Block: open the menu, or drag"
            aria-keyshortcuts="Control+."
            onPointerDownCapture={() => {
              isHeld.current = true
            }}
            onClick={() => {
              isHeld.current = false
              onOpen(position)
            }}
            onDragStart={(event) => drag(view, event, { position, block })}
            onDragEnd={() => {
              isHeld.current = false
            }}
          >
            <Icon name="dots-six-vertical" />
          </button>
        </Pressable>
        <Popover className="popover" placement="bottom start">
          {isOpen && (
            <BlockMenu
              view={view}
              position={position}
              onAct={(command) => runInText(view, position, command)}
            />
          )}
        </Popover>
      </MenuTrigger>
    </div>
  )
})

/** Runs a command when the text has the focus again: until then the browser keeps its own cursor. */
function runInText(view: EditorView, position: number, command: Command) {
  setTimeout(() => {
    view.focus()
    enterBlock(position)(view.state, view.dispatch)
    command(view.state, view.dispatch, view)
  })
}

/** The block of the page under the pointer, until somebody types. */
function useHovered(view: EditorView): number | undefined {
  const [hovered, setHovered] = useState<number>()
  useEffect(() => {
    const point = ({ target }: MouseEvent) => {
      const block = target instanceof Element ? target.closest('.visual > .group > *') : null
      if (block !== null) setHovered(blockAround(view.state, view.posAtDOM(block, 0)))
    }
    const forget = () => setHovered(undefined)
    view.dom.addEventListener('mousemove', point)
    view.dom.addEventListener('keydown', forget)
    return () => {
      view.dom.removeEventListener('mousemove', point)
      view.dom.removeEventListener('keydown', forget)
    }
  }, [view])
  return hovered
}

function blockWithCursor(state: EditorState): number | undefined {
  return blockAround(state, state.selection.from)
}

/** Where the block of the page around a position begins. */
function blockAround({ doc }: EditorState, position: number): number | undefined {
  const $position = doc.resolve(Math.min(position, doc.content.size))
  if ($position.depth >= 2) return $position.before(2)
  return $position.depth === 1 && $position.nodeAfter !== null ? $position.pos : undefined
}

function besides(view: EditorView, block: HTMLElement): CSSProperties {
  const frame = view.dom.closest('.editor-frame')?.getBoundingClientRect() ?? new DOMRect()
  const { top } = block.getBoundingClientRect()
  const { lineHeight, paddingBlockStart } = getComputedStyle(block)
  const middle = (Number.parseFloat(lineHeight) || 24) / 2 + Number.parseFloat(paddingBlockStart)
  return { '--middle': `${top - frame.top + middle}px` } as CSSProperties
}

interface Dragged {
  readonly position: number
  readonly block: HTMLElement
}

/** The editor itself moves what is dropped, into another block too. */
function drag(view: EditorView, { dataTransfer }: DragEvent, { position, block }: Dragged) {
  const selection = NodeSelection.create(view.state.doc, position)
  view.dispatch(view.state.tr.setSelection(selection))
  dataTransfer.effectAllowed = 'move'
  dataTransfer.setData('text/plain', block.textContent)
  dataTransfer.setDragImage(block, 0, 0)
  view.dragging = { slice: selection.content(), move: true }
}
