import { Annotation, type ChangeSet, type Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Node } from 'prosemirror-model'
import type { Command } from 'prosemirror-state'
import type { Visual } from '../visual/visual.ts'
import { changesBetween } from './lines.ts'

/** Marks changes of the source that were made in the visual view, or by others. */
export const fromVisual = Annotation.define<boolean>()

interface SharedTextOptions {
  readonly view: EditorView
  readonly visual: Visual
  /** The document that shows what the source has. */
  readonly document: Node
  /** Both views show this text. */
  readonly onText: (text: string) => void
}

/**
 * Keeps the visual view and the source on one text. Each may be ahead of the other while somebody types;
 * `read` gives each what was typed in the other, and takes back nothing that is typed meanwhile. There is one
 * history, in the visual view: what was typed in the source is an edit of the document like others.
 */
export class SharedText {
  readonly #options: SharedTextOptions
  /** The text that both have shown, and what was typed in the source since then. */
  #common: Text
  #document: Node
  #typed: ChangeSet[] = []
  #work: Promise<unknown> = Promise.resolve()

  constructor(options: SharedTextOptions) {
    this.#options = options
    this.#common = options.view.state.doc
    this.#document = options.document
  }

  /** Something was typed in the source. */
  typed(changes: ChangeSet) {
    this.#typed.push(changes)
  }

  read(): Promise<string> {
    return this.#enqueue(async () => {
      await this.#align()
      return this.#stringOf(this.#common)
    })
  }

  show(text: string): Promise<boolean> {
    const { visual } = this.#options
    return this.#enqueue(async () => {
      if (this.#typed.length > 0 || visual.view.state.doc !== this.#document) return false
      if (!(await visual.show(text, 'others'))) return false
      this.#receive(text, { document: visual.view.state.doc })
      return true
    })
  }

  /** Undoes or redoes the last edit, whichever view it was made in, and goes where it was. */
  revert(command: Command): Promise<void> {
    return this.#enqueue(async () => {
      const { view } = this.#options.visual
      await this.#align()
      command(view.state, view.dispatch)
      await this.#align({ isShown: true })
    })
  }

  /** One thing after the other: a text is never compared while another one is shown. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#work.then(work)
    this.#work = result.catch(() => undefined)
    return result
  }

  async #align(options?: { readonly isShown: boolean }) {
    const { view, visual } = this.#options
    for (;;) {
      const { doc: document } = visual.view.state
      if (document !== this.#document) {
        this.#receive(await visual.read(), { ...options, document })
        continue
      }
      if (this.#typed.length === 0) return
      const [text, { length }] = [view.state.doc, this.#typed]
      if (!(await visual.show(this.#stringOf(text), 'person'))) continue
      this.#typed.splice(0, length)
      this.#agree(text, visual.view.state.doc)
      return
    }
  }

  /** Shows what the visual view has. What was typed in the source since the last common text stays. */
  #receive(text: string, { document, isShown = false }: Received) {
    const { view } = this.#options
    const next = view.state.toText(text)
    let changes = changesBetween(this.#common, next)
    this.#typed = this.#typed.map((typed) => {
      const mapped = typed.map(changes, true)
      changes = changes.map(typed)
      return mapped
    })
    let end: number | undefined
    changes.iterChangedRanges((_from, _to, _start, to) => {
      end = to
    })
    if (end !== undefined) {
      const goes = isShown && { selection: { anchor: end }, scrollIntoView: true }
      view.dispatch({ changes, annotations: fromVisual.of(true), ...goes })
    }
    this.#agree(next, document)
  }

  #agree(text: Text, document: Node) {
    const isNew = !text.eq(this.#common)
    this.#common = text
    this.#document = document
    if (isNew) this.#options.onText(this.#stringOf(text))
  }

  #stringOf(text: Text): string {
    return text.sliceString(0, text.length, this.#options.view.state.lineBreak)
  }
}

interface Received {
  readonly document: Node
  /** Whether the cursor goes to the change. */
  readonly isShown?: boolean
}
