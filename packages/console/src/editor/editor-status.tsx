import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from 'react-aria-components'
import { Icon } from '../kit/icon.tsx'
import { KeyList } from '../kit/key-bar.tsx'
import { sizeOf } from '../kit/size.ts'
import type { Outlined } from '../screens/space/outline/headings.ts'
import { OutlineButton } from '../screens/space/outline/outline.tsx'
import type { EditorView } from '../screens/space/place.ts'
import { WordStatus } from './count/word-status.tsx'
import type { Editing } from './editing.ts'
import type { Source } from './source/source.ts'
import './editor-status.css'

interface EditorStatusProps {
  readonly view: EditorView
  readonly editing: Editing | undefined
  readonly source: Source | undefined
  readonly outlined: Outlined
  /** Whether the headings stand beside the text already. */
  readonly isBeside: boolean
  readonly onFind: () => void
}

/** The keys of the editor, where the cursor is, and what has no place in the text. */
export function EditorStatus({ view, editing, source, outlined, isBeside, onFind }: EditorStatusProps) {
  return (
    <footer className="editor-status">
      <div className="editor-keys">
        <KeyList groups={['views']} />
      </div>
      {editing && <WordStatus visual={editing.visual} />}
      {view !== 'visual' && <span className="editor-place">{source && <SourcePlace source={source} />}</span>}
      {!isBeside && <OutlineButton outlined={outlined} />}
      <Button className="button" data-kind="quiet" onPress={onFind}>
        <Icon name="magnifying-glass" />
        Find
      </Button>
    </footer>
  )
}

function SourcePlace({ source: { view, watch } }: { readonly source: Source }): ReactNode {
  const { doc, selection, lineBreak } = useSyncExternalStore(watch, () => view.state)
  const { number, from } = doc.lineAt(selection.main.head)
  const bytes = doc.length + (lineBreak.length - 1) * (doc.lines - 1)
  return (
    <>
      <span>
        Line {number}, column {selection.main.head - from + 1}
      </span>
      <span>
        {lineBreak === '\n' ? 'LF' : 'CRLF'} · UTF-8 · {sizeOf(bytes)}
      </span>
    </>
  )
}
