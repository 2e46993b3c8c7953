import { type Content, compareContents, emptyContent } from '@stemma/content'
import type { RevisionSummary } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { toUser } from '../../people/users/store.ts'
import type { ListedRevision } from './store.ts'
import { contentOf, type View, view } from './view.ts'

/** A revision as listed in the history, with the number of changes. */
export async function toSummary(row: ListedRevision, context: Context): Promise<RevisionSummary> {
  const { addresses } = context
  const { organizationId, spaceId, id, author, mergedFrom, merged } = row
  return {
    object: 'revision-summary',
    id,
    type: row.type as RevisionSummary['type'],
    parents: [...row.parents],
    ...(author && { createdBy: toUser(author, addresses) }),
    createdAt: row.createdAt,
    ...(mergedFrom && { changeRequest: mergedFrom }),
    ...(merged && { mergedFrom: { object: 'change-request' as const, ...merged } }),
    changes: await countChanges(context, row),
    urls: {
      app: addresses.revisionApp(organizationId, spaceId, id),
      location: addresses.revision(spaceId, id),
    },
  }
}

async function countChanges(context: Context, row: ListedRevision): Promise<RevisionSummary['changes']> {
  const after = view(context, row)
  const before = row.parentRoot ? view(context, { ...row, root: row.parentRoot }) : undefined
  const differences = await compareContents(after.store, await contentOr(before), await contentOf(after))
  const count = (type: string) => differences.filter((one) => one.type === type).length
  const pages = {
    created: count('page_created'),
    edited: count('page_edited'),
    moved: count('page_moved'),
    deleted: count('page_deleted'),
  }
  const files = {
    created: count('file_created'),
    edited: count('file_edited'),
    deleted: count('file_deleted'),
  }
  const told = [...Object.values(pages), ...Object.values(files)].reduce((sum, one) => sum + one, 0)
  return { pages, files, other: differences.length - told }
}

async function contentOr(before: View | undefined): Promise<Content> {
  return before ? contentOf(before) : emptyContent
}
