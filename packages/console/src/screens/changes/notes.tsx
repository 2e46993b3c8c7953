import type { Changed } from './changed.ts'
import '../../kit/diff/marks.css'
import './notes.css'

interface NotesProps {
  readonly item: Changed
  /** Whether it is said elsewhere that something is new or deleted. */
  readonly isKindShown?: boolean
}

/** Everything but the text, in words. */
export function Notes({ item: { kind, notes, type }, isKindShown = false }: NotesProps) {
  const what = type === 'page' ? 'page' : type === 'file' ? 'file' : 'content'
  return (
    <ul className="change-notes marks">
      {!isKindShown && (kind === 'new' || kind === 'deleted') && (
        <li data-change tabIndex={-1}>
          This {what} is {kind}.
        </li>
      )}
      {notes.map(({ words, before, after }) => (
        <li key={words} data-change tabIndex={-1}>
          {words}
          {(before ?? after) !== undefined && (
            <>
              : <del>{before ?? 'none'}</del> <ins>{after ?? 'none'}</ins>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
