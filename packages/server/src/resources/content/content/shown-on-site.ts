import { backlinksOfOutside, type ContentReference } from '@stemma/content'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { readSeen } from '../../../publishing/structure.ts'
import { contentOf, openSpace } from './view.ts'
import { isOwnerSeen } from './visible.ts'

/**
 * Whether a page that a visitor sees refers to a person or an OpenAPI spec. Both exist outside of content, so
 * a content token reads only those that its site shows anyway.
 */
export async function isShownOnSite(context: Context, reference: Outside): Promise<boolean> {
  for (const spaceId of await spacesSeen(context)) {
    const view = await openSpace(context, { spaceId })
    const owners = await backlinksOfOutside(view.store, await contentOf(view), reference)
    if (await isOwnerSeen(context, view, owners, (target) => isSame(target, reference))) return true
  }
  return false
}

type Outside = Extract<ContentReference, { kind: 'user' | 'openapi' }>

function isSame(target: ContentReference, reference: Outside): boolean {
  if (target.kind === 'user') return reference.kind === 'user' && target.user === reference.user
  return target.kind === 'openapi' && reference.kind === 'openapi' && target.spec === reference.spec
}

/** The space of the token first, which is the one that a renderer shows, then the others of the site. */
async function spacesSeen(context: Context): Promise<readonly string[]> {
  const ids = new Set((await siteSpacesSeen(context)).map(({ spaceId }) => spaceId))
  const { spaceId } = found(context.visited, 'site')
  const own = ids.delete(spaceId) ? [spaceId] : []
  return [...own, ...ids].slice(0, spacesMax)
}

/** One lookup per space: a visitor who asks for what no page shows costs no more than this. */
const spacesMax = 20

/** The site spaces that the site of a content token shows its holder. */
export async function siteSpacesSeen({ db, audience, visited }: Context) {
  const { siteSpaces } = await readSeen(db, found(visited, 'site'), found(audience, 'site'))
  return siteSpaces
}
