import { Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'

/** A file on its way, and where it will stand. It is shown, but it is no part of the text. */
interface Place {
  readonly id: string
  readonly at: number
  readonly card: HTMLElement
}

/** New places, or one that is taken: by its file, or by nothing. */
type Change = { readonly added: readonly Place[] } | { readonly removed: string }

const key = new PluginKey<readonly Place[]>('uploads')

/** Shows files while they are sent, and follows their places through every edit. */
export function uploadsPlugin(): Plugin {
  return new Plugin<readonly Place[]>({
    key,
    state: {
      init: () => [],
      apply(transaction, before) {
        const change: Change | undefined = transaction.getMeta(key)
        if (change !== undefined && 'added' in change) return [...before, ...change.added]
        if (before.length === 0) return before
        const moved = transaction.docChanged ? followed(before, transaction, change?.removed) : before
        return change === undefined ? moved : moved.filter(({ id }) => id !== change.removed)
      },
    },
    props: {
      decorations(state) {
        const places = key.getState(state) ?? []
        if (places.length === 0) return null
        const shown = { side: -1, ignoreSelection: true, stopEvent: () => true }
        const widgets = places.map(({ id, at, card }) => Decoration.widget(at, card, { ...shown, key: id }))
        return DecorationSet.create(state.doc, widgets)
      },
    },
  })
}

/** Files that were dropped together stay in their order, whichever arrives first. */
function followed(places: readonly Place[], { mapping }: Transaction, inserted?: string): readonly Place[] {
  const own = places.findIndex(({ id }) => id === inserted)
  return places.map((place, index) => ({ ...place, at: mapping.map(place.at, index < own ? -1 : 1) }))
}

export function showUploads(view: EditorView, added: readonly Place[]) {
  const change: Change = { added }
  view.dispatch(view.state.tr.setMeta(key, change))
}

/** Marks a transaction that takes a place: by its file, or by nothing. */
export function takingPlace(transaction: Transaction, removed: string): Transaction {
  const change: Change = { removed }
  return transaction.setMeta(key, change)
}

export function placeOfUpload({ state }: EditorView, id: string): number | undefined {
  return key.getState(state)?.find((place) => place.id === id)?.at
}
