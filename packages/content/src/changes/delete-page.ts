import { levelsBelow } from '../pages/read-pages.ts'
import { type Draft, edit } from './draft.ts'
import { requirePage } from './update-page.ts'

/** Also deletes the pages below it. */
export async function deletePage(draft: Draft, id: string): Promise<void> {
  await requirePage(draft, id)
  const below = (await levelsBelow(draft.store, draft.content, id)).flat()
  const gone = [id, ...below]
  await edit(draft, new Map(gone.map((page) => [page, undefined])), new Set(gone))
}
