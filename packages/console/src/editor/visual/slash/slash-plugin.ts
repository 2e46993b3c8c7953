import { Plugin, PluginKey } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** A slash that was typed at the start of a word, and what follows it up to the cursor. */
export interface Slash {
  readonly from: number
  readonly to: number
  readonly words: string
}

const key = new PluginKey<Slash | undefined>('slash')

/** Knows whether a block is being chosen. The menu that shows the blocks handles the keys meanwhile. */
export function slashPlugin(): Plugin {
  return new Plugin<Slash | undefined>({
    key,
    state: {
      init: () => undefined,
      apply(transaction, before, _, { selection }) {
        const { $from, empty } = selection
        const isText = $from.parent.isTextblock && !$from.parent.type.spec.code
        if (!empty || !isText || transaction.getMeta(key) === 'close') return undefined
        const line = $from.parent.textBetween(0, $from.parentOffset, undefined, '\uFFFC')
        const found = /(?:^|\s)\/([\p{L}\d ]{0,20})$/u.exec(line)
        const isStarted = before !== undefined || transaction.docChanged
        if (found === null || !isStarted) return undefined
        const words = found[1] ?? ''
        return { from: $from.pos - words.length - 1, to: $from.pos, words }
      },
    },
    props: {
      handleKeyDown(view, event) {
        return slashIn(view) !== undefined && (handlers.get(view)?.(event) ?? false)
      },
    },
  })
}

export function slashIn({ state }: EditorView): Slash | undefined {
  return key.getState(state)
}

export function closeSlash(view: EditorView) {
  view.dispatch(view.state.tr.setMeta(key, 'close'))
}

const handlers = new WeakMap<EditorView, (event: KeyboardEvent) => boolean>()

/** The menu gets the keys of the editor while it is open. */
export function handleSlashKeys(view: EditorView, handle: (event: KeyboardEvent) => boolean) {
  handlers.set(view, handle)
  return () => {
    handlers.delete(view)
  }
}
