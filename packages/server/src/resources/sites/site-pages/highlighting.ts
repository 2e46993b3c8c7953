import type { Highlighter, Lookups } from '@stemma/site'

/** Colours the code of a page before it is drawn. What takes too long stays plain text. */
export async function highlightAll(
  highlighter: Highlighter,
  codes: readonly { readonly code: string; readonly syntax: string }[],
): Promise<Lookups['highlight']> {
  const lines = await Promise.all(codes.map(({ code, syntax }) => highlighter.highlight(code, syntax)))
  const known = new Map(codes.map(({ code, syntax }, index) => [`${syntax}\n${code}`, lines[index]]))
  return (code, syntax) => known.get(`${syntax}\n${code}`)
}
