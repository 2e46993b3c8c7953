import { posix } from 'node:path'
import {
  ancestorsOf,
  childrenTree,
  findPages,
  linksInText,
  onText,
  pathOf,
  replaceRanges,
} from '@stemma/content'
import type { Context } from '../../../common/context.ts'
import { contentOf, type View } from './view.ts'
import { type SeenPage, seenPages } from './visible.ts'

/** Rewrites the links of a page to pages of its space: by ID, by path, or as they are written. */
export async function withRefs(
  context: Context,
  view: View,
  page: SeenPage,
  markdown: string,
  refs: 'relative' | 'stable' | undefined,
): Promise<string> {
  if (refs === undefined) return markdown
  const targets = await pagesLinked(context, view, page, markdown)
  const ids = [...new Set([...targets.values()].map(({ id }) => id))]
  const paths = refs === 'relative' ? await relativePaths(view, page, ids) : undefined
  const links = await onText('links', markdown)
  const replacements = links.flatMap(({ destination, start, end }) => {
    const target = targets.get(destination)
    const way = target && (paths === undefined ? `/pages/${target.id}` : paths.get(target.id))
    if (target === undefined || way === undefined || destination.startsWith('#')) return []
    return [{ start, end, text: `${way}${target.anchor}` }]
  })
  return replaceRanges(markdown, replacements)
}

/** The pages that a text links to, by destination. Visitors learn nothing about pages that they don't see. */
async function pagesLinked(context: Context, view: View, { id, record }: SeenPage, markdown: string) {
  const links = await linksInText(view.store, await contentOf(view), { owner: id, record }, markdown)
  const targets = links.flatMap(({ destination, target }) => {
    const isPage = (target?.kind === 'page' || target?.kind === 'anchor') && target.space === undefined
    if (!isPage || target.page === undefined) return []
    const anchor = target.kind === 'anchor' ? `#${target.anchor}` : ''
    return [[destination, { id: target.page, anchor }] as const]
  })
  if (context.audience === undefined) return new Map(targets)
  const ids = targets.map(([, target]) => target.id)
  const seen = await seenPages(context, view, ids)
  return new Map(targets.filter(([, target]) => seen.has(target.id)))
}

/** Relative paths start at the folder of the page: its own if it has subpages, or that of its parent. */
async function relativePaths(view: View, page: SeenPage, ids: readonly string[]) {
  const content = await contentOf(view)
  const path = pathOf(page.record, page.above)
  const [child] = await childrenTree(view.store, content, { id: page.id, path })
  const folder = child === undefined ? posix.dirname(`/${path}`) : `/${path}`
  const paths = new Map<string, string>()
  for (const [id, record] of await findPages(view.store, content, ids)) {
    const target = `/${pathOf(record, await ancestorsOf(view.store, content, record))}.md`
    const way = posix.relative(folder, target)
    paths.set(id, encodeURI(way.startsWith('.') ? way : `./${way}`))
  }
  return paths
}
