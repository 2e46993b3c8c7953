import { type ReactNode, useSyncExternalStore } from 'react'
import { isApple } from '../kit/platform.ts'
import { sizeOf } from '../kit/size.ts'
import type { EditorView } from '../screens/space/place.ts'
import type { Source } from './source/source.ts'
import './editor-status.css'

interface EditorStatusProps {
  readonly view: EditorView
  readonly source: Source | undefined
}

/** The keys of the editor, and where the cursor is. */
export function EditorStatus({ view, source }: EditorStatusProps) {
  return (
    <footer className="editor-status">
      {hints.map(({ keys, words }) => (
        <span className="editor-keys" key={words}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {words}
        </span>
      ))}
      <span className="editor-place">{view !== 'visual' && source && <SourcePlace source={source} />}</span>
    </footer>
  )
}

const [mod, shift, alt] = isApple ? ['⌘', '⇧', '⌥'] : ['Ctrl', 'Shift', 'Alt']

const hints: readonly { readonly keys: readonly string[]; readonly words: string }[] = [
  { keys: [mod, shift, 'M'], words: 'source' },
  { keys: [alt, '↑'], words: 'move block up' },
  { keys: ['/'], words: 'insert' },
  { keys: ['Esc', 'Tab'], words: 'leave the editor' },
]

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
