import { withTitle } from '../archive-source.ts'
import { ImportRefusal } from '../refusal.ts'
import type { Source } from '../source-page.ts'
import { fileAddressOf, type Known } from './crawl.ts'
import { type Placements, siteTree } from './placements.ts'
import { addressOf } from './scope.ts'

/** Turns the result of a crawl into a source: in navigation order, each address once. */
export function crawledSource(all: readonly Known[], placements: Placements, start: string): Source {
  const known = new Map(all.map((one) => [one.address, one]))
  const resolved = (address: string): Known | undefined => {
    let found = known.get(address)
    for (let steps = 0; found?.state === 'alias' && steps < aliasesMax; steps++) {
      found = known.get(found.aliasOf ?? '')
    }
    return found?.state === 'done' ? found : undefined
  }
  const placed: Placements = new Map()
  for (const [address, parent] of placements) {
    const [own, above] = [
      resolved(address)?.address ?? address,
      parent && (resolved(parent)?.address ?? parent),
    ]
    if (!placed.has(own) && own !== above) placed.set(own, above)
  }
  const pages = all.filter(({ state, markdown }) => state === 'done' && markdown !== undefined)
  return {
    pages: siteTree(
      pages.map(({ address, title, markdown = '' }) => ({
        address,
        title,
        text: async () => withTitle({ title, markdown }),
      })),
      placed,
      resolved(start)?.address ?? start,
    ),
    failures: all.flatMap(({ state, url, reason }) =>
      state === 'failed' || state === 'skipped' ? [{ address: url, reason: reason ?? '' }] : [],
    ),
    targetOf(_from, destination) {
      if (!URL.canParse(destination)) return undefined
      const found = resolved(fileAddressOf(destination)) ?? resolved(addressOf(destination))
      if (found === undefined) return undefined
      return { kind: found.file === undefined ? 'page' : 'file', key: found.address }
    },
    async fileAt(key) {
      const record = known.get(key)?.file
      if (record === undefined) throw new ImportRefusal('It was not found.')
      return { record }
    },
  }
}

const aliasesMax = 5
