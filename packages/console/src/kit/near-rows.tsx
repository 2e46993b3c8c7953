import { type CSSProperties, type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import './near-rows.css'

interface NearRowsProps<Row> {
  readonly rows: readonly Row[]
  /** Rows of a list, or of anything else. */
  readonly as?: 'li' | 'div'
  /** How many rows are drawn at once: more than a screen shows. */
  readonly atFirst?: number
  /** Whether a row must be there from the start: something leads to it. */
  readonly isNeeded?: (row: Row) => boolean
  /** Draws a row, with a key of its own. */
  readonly children: (row: Row, at: number) => ReactElement
}

const groupSize = 20

/**
 * Rows of a long list. The first are drawn at once, and the others in groups, once they come near the window
 * or get the focus; from then on they stay. Until then, a group takes about as much room as its rows will.
 */
export function NearRows<Row>({ rows, as = 'div', atFirst = 30, isNeeded, children }: NearRowsProps<Row>) {
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(new Set())
  const draw = (start: number) => setDrawn((before) => new Set([...before, start]))
  // One flat list: a row stays the same one if it comes into another group.
  const elements = rows.slice(0, atFirst).map(children)
  for (let start = atFirst; start < rows.length; start += groupSize) {
    const group = rows.slice(start, start + groupSize)
    if (drawn.has(start) || (isNeeded && group.some(isNeeded)))
      elements.push(...group.map((row, at) => children(row, start + at)))
    else elements.push(<Room key={`room ${start}`} as={as} size={group.length} onNear={() => draw(start)} />)
  }
  return elements
}

interface RoomProps {
  readonly as: 'li' | 'div'
  readonly size: number
  readonly onNear: () => void
}

function Room({ as: Tag, size, onNear }: RoomProps) {
  const room = useRef<HTMLLIElement & HTMLDivElement>(null)
  const near = useEffectEvent(onNear)
  useEffect(() => {
    if (room.current === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) near()
    }, nearby)
    observer.observe(room.current)
    return () => observer.disconnect()
  }, [])
  return (
    <Tag
      className="near-rows-room"
      ref={room}
      style={{ '--rows': size } as CSSProperties}
      tabIndex={-1}
      onFocus={() => flushSync(onNear)}
    >
      {size} more
    </Tag>
  )
}

/** About a screen beyond the edges of whatever scrolls. A browser without it draws what is in sight. */
const nearby = { scrollMargin: '1000px' } as IntersectionObserverInit
