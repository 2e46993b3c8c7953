interface TextView {
  readonly state: { readonly doc: unknown }
}

type Watch = (notify: () => void) => () => void

/** Calls back when the text of a view is another, and not when only the cursor moves. */
export function watchText({ view, watch }: { readonly view: TextView; readonly watch: Watch }): Watch {
  return (notify) => {
    let { doc } = view.state
    return watch(() => {
      if (view.state.doc === doc) return
      doc = view.state.doc
      notify()
    })
  }
}
