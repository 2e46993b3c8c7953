import { pathOf } from '@stemma/content'
import type { PageMetaLinks } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import { siteSpacesSeen } from './shown-on-site.ts'
import { openSpace, type View } from './view.ts'
import { seenPageById, seenPageByPath } from './visible.ts'

/** The same page in other languages: at the same path, in the site spaces beside its own. */
export async function metaLinksOf(context: Context, view: View, pageId: string): Promise<PageMetaLinks> {
  const page = await seenPageById(context, view, pageId)
  const beside = context.visited === undefined ? [] : await spacesBeside(context, view.revision.spaceId)
  const path = pathOf(page.record, page.above)
  const alternates: PageMetaLinks['alternates'] = []
  for (const spaceId of beside) {
    const other = await pageAt(context, spaceId, path)
    if (other !== undefined) alternates.push({ kind: 'page', page: other, space: spaceId })
  }
  return { alternates }
}

/** Variants in the same language, such as versions, are not alternates. */
async function spacesBeside(context: Context, spaceId: string): Promise<readonly string[]> {
  const seen = await siteSpacesSeen(context)
  const sections = new Set(seen.flatMap((one) => (one.spaceId === spaceId ? [one.sectionId] : [])))
  const ids = new Set(seen.flatMap((one) => (sections.has(one.sectionId) ? [one.spaceId] : [])))
  ids.delete(spaceId)
  if (ids.size === 0) return []
  const rows = await spaces.findAllFromOutside(context.db, context.home, [spaceId, ...ids])
  const languages = new Map(rows.map(({ id, language }) => [id, language]))
  const own = languages.get(spaceId)
  const others = [...ids].filter((id) => languages.get(id) != null && languages.get(id) !== own)
  return own == null ? [] : others.slice(0, languagesMax)
}

const languagesMax = 30

async function pageAt(context: Context, spaceId: string, path: string): Promise<string | undefined> {
  try {
    return (await seenPageByPath(context, await openSpace(context, { spaceId }), path)).id
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'not_found') return undefined
    throw error
  }
}
