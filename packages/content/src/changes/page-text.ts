import { DocumentError, requireDocument } from '../documents/bounds.ts'
import { type PageAttributes, pageAttributesOf } from '../documents/front-matter.ts'
import type { DocumentLink } from '../documents/parse.ts'
import { replaceRanges } from '../documents/replace-ranges.ts'
import { encodeText } from '../documents/text.ts'
import { onText } from '../documents/text-work.ts'
import { ContentError } from '../errors.ts'
import { type Hash, hashOf, type ObjectStore } from '../objects.ts'
import type { TextInput } from './change.ts'
import type { Refs } from './draft.ts'

export interface PageText {
  readonly hash: Hash
  /** The page attributes that the text sets. */
  readonly attributes: PageAttributes
  readonly title: string | undefined
}

/** Accepts the text of a page. It is stored unchanged, except that refs of the request become IDs. */
export async function takeText(store: ObjectStore, input: TextInput, refs: Refs): Promise<PageText> {
  const written = 'markdown' in input ? input.markdown : await onText('print', input.document)
  requireText(written)
  const parsed = await onText('read', written)
  const markdown = withIds(written, parsed.links, refs)
  const bytes = encodeText(markdown)
  const hash = hashOf(bytes)
  await store.put([{ hash, bytes }])
  return { hash, attributes: pageAttributesOf(parsed.frontMatter ?? {}), title: parsed.title }
}

export function requireText(markdown: string) {
  try {
    requireDocument(markdown)
  } catch (error) {
    if (error instanceof DocumentError) throw new ContentError('invalid', error.message)
    throw error
  }
}

/** A ref means nothing after the request, so links by ref become links by ID. */
function withIds(markdown: string, links: readonly DocumentLink[], refs: Refs): string {
  if (refs.size === 0) return markdown
  const replacements = links.flatMap(({ destination, start, end }) => {
    const ref = refOf(destination, refs)
    if (ref === undefined) return []
    const hash = destination.indexOf('#')
    const anchor = hash < 0 ? '' : destination.slice(hash)
    return [{ start, end, text: `/${ref.kind}s/${ref.id}${anchor}` }]
  })
  return replaceRanges(markdown, replacements)
}

/** `./<ref>.md` is a page, `./<ref>` is a file. */
function refOf(destination: string, refs: Refs) {
  const name = destination.match(/^\.\/([\w.-]+)(?:#.*)?$/)?.[1]
  if (name === undefined) return undefined
  const file = refs.get(name)
  if (file?.kind === 'file') return file
  const page = name.endsWith('.md') ? refs.get(name.slice(0, -'.md'.length)) : undefined
  return page?.kind === 'page' ? page : undefined
}
