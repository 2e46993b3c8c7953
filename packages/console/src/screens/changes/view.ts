export const views = ['rendered', 'source', 'both'] as const

/** As readers see it, as it is written, or both. */
export type View = (typeof views)[number]

/** The view that a URL names; without one, changes are rendered. */
export function viewIn(value: unknown): { readonly view?: View } {
  const known = views.find((one) => one === value && one !== 'rendered')
  return known === undefined ? {} : { view: known }
}
