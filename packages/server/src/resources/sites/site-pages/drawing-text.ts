import { type DocumentRecord, onText } from '@stemma/content'
import { codesIn, drawText, type Highlighter, referencesIn, type TextView } from '@stemma/site'
import { type SeenPage, textOf } from '../../content/content/index.ts'
import { frameOf } from '../../content/embeds/index.ts'
import { describerFor } from './describing.ts'
import type { Framed } from './framing.ts'
import { highlightAll } from './highlighting.ts'
import { locatorFor, type Reading } from './locating.ts'
import type { Parsed, SiteMemory } from './memory.ts'
import { hashOf } from './opening.ts'

export interface TextWanted {
  readonly framed: Framed
  readonly language: string
  readonly highlighter: Highlighter
  readonly memory: SiteMemory
}

/**
 * The text of a page, with everything that it refers to. If the same text was drawn before, and its links led
 * to the same places, it is not drawn again.
 */
export async function drawnText(
  reading: Reading,
  { id, record }: SeenPage & { readonly record: DocumentRecord },
  { framed, language, highlighter, memory }: TextWanted,
): Promise<TextView> {
  const { context, view } = reading
  const { markdown, isTitled } = await textOf(view, { hash: record.document, page: record }, inFull, context)
  const parse = () => onText('parse', markdown, { page: isTitled })
  const name = hashOf(`${isTitled} ${markdown}`)
  const known = memory.parsed.get(name)
  const fresh = known === undefined ? await parse() : undefined
  const { links, showsApi } = known ?? toParsed(fresh ?? (await parse()))
  if (known === undefined) memory.parsed.set(name, { links, showsApi }, bytesPerLink * links.length)
  const { locate, places } = await locatorFor(reading, { owner: id, record }, links)
  const opensOutsideLinks = framed.settings.externalLinks.target === 'blank'
  const drawing = hashOf(JSON.stringify([name, language, opensOutsideLinks, places]))
  const drawn = showsApi ? undefined : memory.texts.get(drawing)
  if (drawn !== undefined) return drawn
  const { nodes } = (fresh ?? (await parse())).tree
  const openapi = await describerFor(context, memory.references, nodes)
  const highlight = await highlightAll(highlighter, codesIn(nodes, undefined, openapi))
  const lookups = { locate, highlight, reusable: () => undefined, openapi, embed, opensOutsideLinks }
  const text = drawText(nodes, lookups, language)
  if (!showsApi)
    memory.texts.set(drawing, text, text.html.text.length + bytesPerHeading * text.headings.length)
  return text
}

/** Readers load the frame of another website by themselves: a page tells nobody that it is read. */
export function embed(url: string) {
  const parsed = URL.parse(url)
  return parsed === null ? undefined : frameOf(parsed)
}

const inFull = { evaluated: true, dereferenced: true } as const
const bytesPerLink = 300
const bytesPerHeading = 200

function toParsed({ tree, links }: Awaited<ReturnType<typeof onText<'parse'>>>): Parsed {
  return { links, showsApi: referencesIn(tree.nodes).some(({ kind }) => kind === 'openapi') }
}
