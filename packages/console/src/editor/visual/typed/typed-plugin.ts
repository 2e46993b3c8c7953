import { schema, takesInline } from '@stemma/editing'
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** Characters that ask for something, and what follows them up to the cursor. */
export interface Typed {
  /** `/` asks for a block, `[[` for a page, `:` for an emoji, `@` for a person, `{{` for an expression. */
  readonly kind: 'block' | 'page' | 'emoji' | 'person' | 'expression'
  readonly from: number
  readonly to: number
  readonly words: string
}

interface Known {
  readonly typed?: Typed
  /** Where characters stand that the person wants to keep: their menu was closed. */
  readonly kept?: number | undefined
}

const key = new PluginKey<Known>('typed')

/** Knows whether something is being chosen. The menu that shows the choices handles the keys meanwhile. */
export function typedPlugin(): Plugin {
  return new Plugin<Known>({
    key,
    state: {
      init: () => ({}),
      apply(transaction, before, _, state) {
        if (transaction.getMeta(key) === 'close') return { kept: before.typed?.from }
        const kept = before.kept === undefined ? undefined : transaction.mapping.map(before.kept)
        const isStarted = before.typed !== undefined || (transaction.docChanged && !isUndo(transaction))
        const typed = isStarted ? typedBefore(state) : undefined
        return typed === undefined || typed.from === kept ? { kept } : { typed, kept }
      },
    },
    props: {
      handleKeyDown(view, event) {
        return typedIn(view) !== undefined && (handlers.get(view)?.(event) ?? false)
      },
    },
  })
}

/** Undo and redo bring characters back without anybody typing them. */
function isUndo(transaction: Transaction): boolean {
  return transaction.getMeta('history$') !== undefined
}

function typedBefore({ selection: { $from, empty } }: EditorState): Typed | undefined {
  const { parent, parentOffset, pos } = $from
  if (!empty || !parent.isTextblock || parent.type.spec.code) return undefined
  const line = parent.textBetween(0, parentOffset, undefined, '\uFFFC').slice(-lengthMax)
  const { link } = schema.marks
  for (const { kind, wordsIn, width } of kinds) {
    const words = wordsIn(line)
    if (words === undefined) continue
    if (kind === 'page' && (link === undefined || !parent.type.allowsMarkType(link))) continue
    if ((kind === 'person' || kind === 'expression') && !takesInline($from)) continue
    return { kind, from: pos - words.length - width, to: pos, words }
  }
  return undefined
}

const lengthMax = 100
const kinds = [
  { kind: 'block', wordsIn: wordsOfBlock, width: 1 },
  { kind: 'page', wordsIn: wordsOfPage, width: 2 },
  { kind: 'emoji', wordsIn: wordsOfEmoji, width: 1 },
  { kind: 'person', wordsIn: wordsOfPerson, width: 1 },
  { kind: 'expression', wordsIn: wordsOfExpression, width: 2 },
] as const

function wordsOfBlock(line: string): string | undefined {
  return /(?:^|\s)\/([\p{L}\d ]{0,20})$/u.exec(line)?.[1]
}

function wordsOfPage(line: string): string | undefined {
  const start = line.lastIndexOf('[[')
  const words = line.slice(start + 2)
  return start < 0 || words.length > titleMax || /[[\]\uFFFC]/.test(words) ? undefined : words
}

/** A colon within a word, a time or an address asks for nothing. */
function wordsOfEmoji(line: string): string | undefined {
  return /(?:^|[\s(]):([\p{L}+-][\p{L}\d_+-]{1,30})$/u.exec(line)?.[1]
}

/** One word of a name, or two. */
function wordsOfPerson(line: string): string | undefined {
  return /(?:^|[\s(])@([^\s@\uFFFC]{0,40}(?: [^\s@\uFFFC]{1,40})?)$/u.exec(line)?.[1]
}

function wordsOfExpression(line: string): string | undefined {
  const start = line.lastIndexOf('{{')
  const words = line.slice(start + 2)
  return start < 0 || words.length > titleMax || /[{}\uFFFC]/.test(words) ? undefined : words
}

const titleMax = 60

export function typedIn({ state }: EditorView): Typed | undefined {
  return key.getState(state)?.typed
}

/** Closes the menu. The characters stay, and don't open it again. */
export function keepTyped(view: EditorView) {
  view.dispatch(view.state.tr.setMeta(key, 'close'))
}

const handlers = new WeakMap<EditorView, (event: KeyboardEvent) => boolean>()

/** The menu gets the keys of the editor while it is open. */
export function handleTypedKeys(view: EditorView, handle: (event: KeyboardEvent) => boolean) {
  handlers.set(view, handle)
  return () => {
    handlers.delete(view)
  }
}
