import { addressOf, isRecord, listIn, recordIn, resolver, type Tree } from './tree.ts'

/** The files of a document as one, whose references all lead to `#/…`. The first file is the document. */
export function bundled(files: Readonly<Record<string, Tree>>): Tree {
  const [[first, root] = ['', {}], ...others] = Object.entries(files)
  if (others.length === 0) return root
  const places = new Map([[first, ''], ...others.map(([name], at) => [name, `/${kept}/${at}`] as const)])
  const rest = others.map(([name, file], at) => [at, moved(file, name, places)] as const)
  return { ...(moved(root, first, places) as Tree), [kept]: Object.fromEntries(rest) }
}

/** Where the document keeps the other files. */
const kept = 'x-files'

/** A copy of the part of a file, with references as they are in the bundle. */
function moved(part: unknown, home: string, places: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(part)) return part.map((one) => moved(one, home, places))
  if (!isRecord(part)) return part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key !== '$ref' || typeof value !== 'string') return [key, moved(value, home, places)]
      const [prefix = '', pointer = ''] = value.split('#', 2)
      const place = places.get(prefix === '' ? home : addressOf(prefix, home))
      return [key, place === undefined ? value : `#${place}${pointer}`]
    }),
  )
}

/**
 * A bundle of Swagger 2.0 with its paths, parameters and responses in place. Only these look different in
 * OpenAPI 3, and only the document itself is converted, not what it keeps of other files.
 */
export function withOwnParts(document: Tree): Tree {
  if (!isRecord(document[kept])) return document
  const { at } = resolver({ '': document })
  const own = (part: unknown) => at(part) ?? part
  const each = (parts: Tree, to: (part: unknown) => unknown) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, to(part)]))
  const withParts = (part: unknown): unknown => {
    if (!isRecord(part)) return part
    return {
      ...part,
      ...('parameters' in part && { parameters: listIn(part, 'parameters').map(own) }),
      ...('responses' in part && { responses: each(recordIn(part, 'responses'), own) }),
    }
  }
  const paths = each(recordIn(document, 'paths'), (item) => {
    const found = at(item)
    return found === undefined ? item : withParts(each(found, withParts))
  })
  return { ...document, paths }
}
