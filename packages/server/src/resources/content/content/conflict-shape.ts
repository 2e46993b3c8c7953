import { type ContentConflict, findPage, findRecord } from '@stemma/content'
import type { Conflict } from '@stemma/contract'
import { contentOf, type View } from './view.ts'

/** `views` are the sides in which the title of the object is looked for. */
export async function toConflict(conflict: ContentConflict, views: readonly View[]): Promise<Conflict> {
  const { id, kind, object, target, attribute, base: was, ours: own, theirs: other } = conflict
  const title = await titleOf(conflict, views)
  return {
    object: 'change-request-conflict',
    id,
    kind,
    target: { type: object, id: target, ...(title !== undefined && { title }) },
    ...(attribute !== undefined && { attribute }),
    ...(was !== undefined && { base: was }),
    ...(own !== undefined && { ours: own }),
    ...(other !== undefined && { theirs: other }),
  }
}

/** The title or name of the object in conflict, from the first side that has it. */
async function titleOf({ object, target }: ContentConflict, views: readonly View[]) {
  for (const view of views) {
    const content = await contentOf(view)
    if (object === 'page') {
      const page = await findPage(view.store, content, target)
      if (page) return page.title
    } else if (object === 'file') {
      const file = await findRecord(view.store, content, 'files', target)
      if (file) return file.name
    } else if (object === 'reusable-content') {
      const record = await findRecord(view.store, content, 'reusableContents', target)
      if (record) return record.title
    }
  }
  return undefined
}
