import type { Wire } from '../../kit/load.ts'
import { inTurn } from '../../kit/works.ts'
import { type Contest, measure, type Size } from '../contest.ts'
import { sideOf, type Target } from '../side.ts'

/** The servers that send pages, with the database of ours. */
export interface PageServers {
  readonly ours: Target
  /** Ours without memory for sites: each page is read, parsed and drawn for each request. */
  readonly drawing: Target
  readonly bare: Target
  /** Starlight, drawn by Astro on request, if it could be installed. */
  readonly astro: (Target & { readonly pages: readonly { readonly path: string }[] }) | undefined
}

/** A work of the server, with its bar and floor as parts of the bare handler's throughput. */
interface PageWork extends Contest {
  readonly work: {
    readonly name: string
    readonly bar: number
    readonly floor: number
    /** The bar and floor of our cost as a part of Astro's, if they are the ones that count. */
    readonly ofAstro?: { readonly bar: number; readonly floor: number }
  }
}

/**
 * Requests rotate through all pages. `merge` changes a page that is not among them: then each of them is
 * drawn anew, once, from texts that are known.
 */
export async function measureServing(
  servers: PageServers,
  pages: readonly DrawnPage[],
  merge: () => Promise<unknown>,
  size: Size,
) {
  const { ours, drawing, bare, astro } = servers
  const packed = inTurn(pages.map(({ path }) => ({ path, headers: gzip })))
  const unchanged = (all: readonly DrawnPage[]) =>
    inTurn(all.map(({ path, etag }): Wire => ({ path, headers: { ...gzip, 'if-none-match': etag } })))
  // Merges of the other works make pages new, which would be drawn during the slice.
  const known = () => Promise.all(pages.map(({ path }) => readPage(ours, path)))
  const plain = (all: readonly { readonly path: string }[]) => inTurn(all.map(({ path }) => ({ path })))
  const merged = async (count: number) => {
    await merge()
    return plain(pages)(count)
  }
  const works: PageWork[] = [
    {
      work: { name: 'from cache', bar: 0.7, floor: 0.1 },
      sides: {
        ours: sideOf(ours, async (count) => {
          await known()
          return packed(count)
        }),
        bare: sideOf(bare, packed),
      },
    },
    {
      work: { name: 'not modified', bar: 0.7, floor: 0.1 },
      sides: {
        ours: sideOf(ours, async (count) => unchanged(await known())(count)),
        bare: sideOf(bare, unchanged(pages)),
      },
    },
    {
      work: { name: 'drawn anew', bar: 0, floor: 0, ofAstro: { bar: 0.15, floor: 1 } },
      sides: {
        ours: sideOf(ours, merged, pages.length),
        bare: sideOf(bare, packed),
        ...(astro && { astro: sideOf(astro, plain(astro.pages)) }),
      },
    },
    {
      work: { name: 'drawn without memory', bar: 0, floor: 0 },
      sides: { ours: sideOf(drawing, plain(pages)), bare: sideOf(bare, packed) },
    },
  ]
  return measure(works, size)
}

const gzip = { 'accept-encoding': 'gzip' }

/** A page of our server, and the tag that its packed form has. */
export async function readPage({ address }: Pick<Target, 'address'>, path: string): Promise<DrawnPage> {
  const answer = await fetch(`${address}${path}`, { headers: gzip })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return { path, etag: answer.headers.get('etag') ?? '', html: await answer.text() }
}

export interface DrawnPage {
  readonly path: string
  readonly etag: string
  readonly html: string
}
