import { EditorState, type Extension, type Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { closeHistory, redoNoScroll, undoNoScroll } from 'prosemirror-history'
import type { Searched } from '../find/finding.ts'
import { inSource } from '../find/in-source.ts'
import type { TextService } from '../text/text-service.ts'
import type { Visual } from '../visual/visual.ts'
import { blockPlaces } from './blocks.ts'
import { followBlocks } from './following.ts'
import { lineBreakIn } from './lines.ts'
import { nonce, sourceLook } from './look.ts'
import { markdownSource } from './markdown.ts'
import { fromVisual, SharedText } from './shared-text.ts'

interface SourceOptions {
  readonly parent: HTMLElement
  readonly visual: Visual
  readonly service: TextService
  /** The person changed the text. */
  readonly onChange: () => void
}

/** The text of the page as it is written, byte for byte. */
export interface Source {
  readonly view: EditorView
  /** Calls back whenever the text or the selection is new. */
  readonly watch: (notify: () => void) => () => void
  /** The text that both views show, after each has what was typed in the other. */
  readonly read: () => Promise<string>
  /** Shows another text in both views; false if something was typed meanwhile. */
  readonly show: (text: string) => Promise<boolean>
  /** Takes the cursor to the block that has it in the other view. */
  readonly enter: () => void
  readonly leave: () => void
  /** Marks the block with the cursor in both views, and shows it in the other one. */
  readonly follow: (isFollowing: boolean) => void
  /** Words are found and replaced in it. */
  readonly searched: Searched
  readonly freeze: () => void
  readonly destroy: () => void
}

export async function openSource({ parent, visual, service, onChange }: SourceOptions): Promise<Source> {
  const { doc } = visual.view.state
  const text = await visual.read()
  const watchers = new Set<() => void>()
  let isFrozen = false
  const notice = (transaction: Transaction) => {
    if (!transaction.docChanged || transaction.annotation(fromVisual) === true) return
    shared.typed(transaction.changes)
    onChange()
  }
  const extensions: Extension[] = [
    EditorState.lineSeparator.of(lineBreakIn(text)),
    EditorView.cspNonce.of(nonce()),
    markdownSource({ undo: () => shared.revert(undoNoScroll), redo: () => shared.revert(redoNoScroll) }),
    blockPlaces,
    sourceLook,
    cursorAtOnce,
    EditorState.changeFilter.of((change) => !isFrozen || change.annotation(fromVisual) === true),
    EditorView.updateListener.of(({ transactions, docChanged, selectionSet }) => {
      for (const transaction of transactions) notice(transaction)
      if (selectionSet) following.moved()
      if (docChanged || selectionSet) for (const notify of watchers) notify()
    }),
  ]
  const view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) })
  const following = followBlocks({ view, visual, service })
  const onText = (next: string) => void following.locate(next)
  const shared = new SharedText({ view, visual, document: doc, onText })
  await following.locate(text)
  const watch = (notify: () => void) => {
    watchers.add(notify)
    return () => watchers.delete(notify)
  }
  const settle = async () => {
    await shared.read()
    visual.view.dispatch(closeHistory(visual.view.state.tr))
  }
  return {
    view,
    watch,
    searched: inSource({ view, watch, settle }),
    read: () => shared.read(),
    show: (next) => shared.show(next),
    enter: following.enter,
    leave: following.leave,
    follow: following.follow,
    freeze() {
      isFrozen = true
    },
    destroy() {
      following.stop()
      view.destroy()
    },
  }
}

/**
 * Browsers begin at the top when the source gets the focus by keyboard, and CodeMirror takes them to its
 * cursor a while later. What is typed at once would stand there.
 */
const cursorAtOnce = EditorView.domEventHandlers({
  focus(_, view) {
    if (!view.contentDOM.matches(':active')) view.focus()
    return false
  },
})
