import {
  blocksOf,
  cellsOf,
  cellsOfText,
  paste,
  pasteCells,
  remote,
  schema,
  sliceOf,
  sliceOfHtml,
  tableOfCells,
  toSource,
} from '@stemma/editing'
import { chainCommands } from 'prosemirror-commands'
import { Node, Slice } from 'prosemirror-model'
import { EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { Step } from 'prosemirror-transform'
import { EditorView } from 'prosemirror-view'
import type { TextService } from '../text/text-service.ts'
import { droppedAt, filesIn, openUploads, type SendFile, type Uploads } from '../uploads/uploads.ts'
import { markdownOf } from './clipboard.ts'
import { isInView } from './is-in-view.ts'
import type { Files } from './nodes/files.ts'
import { nodeViews } from './nodes/node-views.ts'
import { visualPlugins } from './plugins.ts'

export interface VisualOptions {
  readonly parent: HTMLElement
  readonly document: unknown
  readonly service: TextService
  readonly files: Files
  /** Takes a file to where the page is written. */
  readonly send: SendFile
  /** Its picture is in this browser already. */
  readonly onStored: (fileId: string, preview: string | undefined) => void
  /** The person changed the text. */
  readonly onChange: () => void
}

/** The text as it looks when it is published, to write in. */
export interface Visual {
  readonly view: EditorView
  /** Files that are pasted, dropped or chosen. */
  readonly uploads: Uploads
  /** Calls back whenever the document or the selection is new. */
  readonly watch: (notify: () => void) => () => void
  readonly read: () => Promise<string>
  /** Inserts what a text means, at the cursor, and selects its first words: they are there to be replaced. */
  readonly insert: (markdown: string) => Promise<void>
  /**
   * Shows another text and keeps the cursor where it is; false if something was typed meanwhile. What the
   * person wrote elsewhere can be undone here, what others wrote can't.
   */
  readonly show: (text: string, by: 'person' | 'others') => Promise<boolean>
  /** Nothing more can be typed, until it thaws. */
  readonly freeze: () => void
  readonly thaw: () => void
  readonly destroy: () => void
}

export function openVisual({
  parent,
  document,
  service,
  files,
  onChange,
  ...options
}: VisualOptions): Visual {
  const watchers = new Set<() => void>()
  const onUpdate = () => {
    for (const notify of watchers) notify()
  }
  const view = new EditorView(parent, {
    state: EditorState.create({ doc: Node.fromJSON(schema, document), plugins: visualPlugins() }),
    nodeViews: nodeViews(files),
    attributes: { class: 'prose visual', 'aria-label': 'Text of the page', role: 'textbox', ...multiline },
    dispatchTransaction: (transaction) => dispatch(view, transaction, service, { onChange, onUpdate }),
    clipboardTextSerializer: markdownOf,
    handleScrollToSelection: isInView,
    handlePaste: (_, event) => {
      const pasted = filesIn(event.clipboardData)
      if (pasted.length === 0) return pasteFrom(view, event, service)
      uploads.start(pasted, view.state.selection.from)
      return true
    },
    handleDrop: (_, event, _slice, isMoved) => {
      const dropped = isMoved ? [] : filesIn(event.dataTransfer)
      if (dropped.length > 0) uploads.start(dropped, droppedAt(view, event))
      return dropped.length > 0
    },
  })
  const uploads = openUploads({ view, send: options.send, onStored: options.onStored })
  hideFromReact(view.dom)
  return {
    view,
    uploads,
    watch(notify) {
      watchers.add(notify)
      return () => watchers.delete(notify)
    },
    insert: (markdown) => insert(view, markdown, service, withFirstWords),
    read: () => read(view, service),
    show: (text, by) => show(view, text, { service, by }),
    freeze: () => view.setProps({ editable: () => false }),
    thaw: () => view.setProps({ editable: () => true }),
    destroy() {
      uploads.stop()
      view.destroy()
    },
  }
}

/**
 * Before it draws anything, React walks through all nodes of a focused text that is editable, to restore its
 * selection. The view restores it by itself, and the walk would cost more than the key that was pressed.
 */
function hideFromReact(text: HTMLElement) {
  Object.defineProperty(text, 'contentEditable', {
    get: () => 'inherit',
    set: (next: string) => text.setAttribute('contenteditable', next),
  })
}

const multiline = { 'aria-multiline': 'true' }

interface Handlers {
  readonly onChange: () => void
  readonly onUpdate: () => void
}

function dispatch(view: EditorView, transaction: Transaction, service: TextService, handlers: Handlers) {
  const { state, transactions } = view.state.applyTransaction(transaction)
  view.updateState(state)
  const steps = transactions.flatMap((one) => one.steps.map((step) => step.toJSON()))
  const isCompared = transaction.getMeta(compared) === true
  if (steps.length > 0 || isCompared) service.take(steps, { compared: isCompared })
  if (steps.length > 0 && !isCompared) handlers.onChange()
  handlers.onUpdate()
}

const compared = 'compared'

/** Blocks that no Markdown shows become boxes with their source: what is written is what was seen. */
async function read(view: EditorView, service: TextService): Promise<string> {
  for (;;) {
    const { doc } = view.state
    const written = await service.ask({ kind: 'save' })
    if (written.kind === 'saved') {
      // What was typed meanwhile is not in the text: then it is compared the next time.
      if (written.isStale && view.state.doc === doc) await show(view, written.text, { service, by: 'others' })
      return written.text
    }
    if (view.state.doc !== doc) continue
    const blocks = blocksOf(doc)
    toSource(written.blocks.flatMap((at) => blocks[at] ?? []))(view.state, view.dispatch, view)
  }
}

interface ShowOptions {
  readonly service: TextService
  readonly by: 'person' | 'others'
}

async function show(view: EditorView, text: string, { service, by }: ShowOptions): Promise<boolean> {
  const { doc } = view.state
  const { steps } = await service.ask({ kind: 'compare', text })
  if (view.state.doc !== doc) return false
  const transaction = view.state.tr
  for (const json of steps) transaction.step(Step.fromJSON(schema, json))
  transaction.setMeta(compared, true)
  if (by === 'others') transaction.setMeta(remote, true).setMeta('addToHistory', false)
  view.dispatch(transaction)
  return true
}

/** The parser is elsewhere, so what is pasted arrives a moment later. In code it stays as it is. */
async function insert(view: EditorView, text: string, service: TextService, finish: Finish = asItIs) {
  const { $from } = view.state.selection
  if ($from.parent.type.spec.code) {
    view.dispatch(view.state.tr.insertText(text).scrollIntoView())
    return
  }
  const { slice } = await service.ask({ kind: 'paste', text })
  if (view.isDestroyed) return
  const { from } = view.state.selection
  const dispatch = (transaction: Transaction) => view.dispatch(finish(transaction, from))
  paste(Slice.fromJSON(schema, slice))(view.state, dispatch, view)
}

const asItIs: Finish = (transaction) => transaction

/** What is done with a transaction that inserts something at a position. */
type Finish = (transaction: Transaction, position: number) => Transaction

/** With the words of the first text selected that was inserted at a position. */
function withFirstWords(transaction: Transaction, position: number): Transaction {
  const { doc, mapping, selection } = transaction
  const start = mapping.map(position, -1)
  let first: TextSelection | undefined
  doc.nodesBetween(start, selection.to, (node, at) => {
    if (node.isTextblock && at >= start && node.content.size > 0)
      first ??= TextSelection.create(doc, at + 1, at + 1 + node.content.size)
    return first === undefined
  })
  return first === undefined ? transaction : transaction.setSelection(first)
}

/** HTML with blocks of its own, as from a word processor. Other HTML is only how a program colours a text. */
const structured = /<(?:p|h[1-6]|ul|ol|table|blockquote|a)[\s>]/i

function pasteFrom(view: EditorView, { clipboardData }: ClipboardEvent, service: TextService): boolean {
  const [text, html] = ['text/plain', 'text/html'].map((type) => clipboardData?.getData(type) ?? '')
  const isCode = view.state.selection.$from.parent.type.spec.code === true
  if (html !== undefined && structured.test(html) && !html.includes(ownSlice) && !isCode) {
    const slice = sliceOfHtml(html)
    const only = slice.content.childCount === 1 ? slice.content.firstChild : null
    const isTable = only?.type.name === 'table'
    if (isTable && pasteCells(cellsOf(only))(view.state, view.dispatch, view)) return true
    return paste(slice)(view.state, view.dispatch, view)
  }
  const cells = isCode ? undefined : cellsOfText(text ?? '')
  if (cells !== undefined) {
    const table = paste(sliceOf([tableOfCells(cells)]))
    return chainCommands(pasteCells(cells), table)(view.state, view.dispatch, view)
  }
  if (text === undefined || text === '') return false
  void insert(view, text, service)
  return true
}

/** What was copied here comes back as the Markdown beside it. */
const ownSlice = 'data-pm-slice'
