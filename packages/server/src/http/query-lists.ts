import type { TObject } from 'typebox'

export type Query = Readonly<Record<string, string | string[]>>

/** The query parameters that are lists. */
export function listNames(query: TObject | undefined): readonly string[] {
  const properties = Object.entries(query?.properties ?? {}) as [string, { readonly type?: string }][]
  return properties.flatMap(([name, { type }]) => (type === 'array' ? [name] : []))
}

/** Some clients add brackets to the name of a list: `authors[]=a` means `authors=a`. */
export function joinLists(query: Query, names: readonly string[]): Query {
  const bracketed = names.filter((name) => `${name}[]` in query)
  const joined = bracketed.map((name) => [name, [query[name] ?? [], query[`${name}[]`] ?? []].flat()])
  return { ...query, ...Object.fromEntries(joined) }
}
