import { parseDocument } from '../documents/parse.ts'
import { decodeText } from '../documents/text.ts'
import type { Hash, ObjectStore } from '../objects.ts'

/** Of each document, what its links point at, as the keys of the map of links name it. */
export async function linkTargets(
  store: ObjectStore,
  documents: readonly Hash[],
): Promise<ReadonlyMap<Hash, ReadonlySet<string>>> {
  const hashes = [...new Set(documents)]
  const texts = hashes.length > 0 ? await store.get(hashes) : []
  return new Map(texts.map((bytes, index) => [hashes[index] ?? '', targetsIn(decodeText(bytes))]))
}

function targetsIn(markdown: string): ReadonlySet<string> {
  const { links } = parseDocument(markdown, { page: true })
  return new Set(
    links.map(({ destination }) => targetOf(destination)).filter((target) => target !== undefined),
  )
}

/**
 * What a destination points at, in a form that moving pages does not change: a page by the last part of the
 * way to it, because who looks for links to a page knows its id and its slug, and resolves those it finds.
 */
export function targetOf(destination: string): string | undefined {
  const [way = ''] = destination.split(/[?#]/, 1)
  if (way === '') return undefined
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(destination)) return `url:${destination.slice(0, targetLengthMax)}`
  const [, kind, id = ''] =
    way.match(/^\/(files|users|spaces|collections|reusable-contents)\/([^/]+)\/?$/) ?? []
  if (kind !== undefined) return `${kind}:${id.slice(0, targetLengthMax)}`
  const last = way.split('/').findLast((part) => part !== '' && part !== '.') ?? ''
  return `pages:${last.replace(/\.md$/, '').slice(0, targetLengthMax)}`
}

/** Longer addresses are found by their beginning. */
const targetLengthMax = 1500
