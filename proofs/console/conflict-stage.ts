import type { Client } from '@stemma/client'
import type { DocumentPage } from '@stemma/contract'
import type { Organization } from '../../packages/server/src/test/harness.ts'
import { page as newPage } from '../../packages/server/src/test/writing.ts'

/** What stays in the place of the last conflict. */
export const ownText = 'Bake for an hour, in **two** tins.'

/** Every page with its title and its bytes. */
export async function textsOf(api: Client, spaceId: string): Promise<string[]> {
  const { pages } = await api.listPages({ params: { spaceId } })
  const read = async (pageId: string) => {
    const answer = await api.getPageById({ params: { spaceId, pageId }, query: { format: 'markdown' } })
    return `${answer.title}\n${(answer as DocumentPage).markdown}`
  }
  return Promise.all(pages.map(({ id }) => read(id)))
}

/** Three change requests and the space each change the title and two paragraphs of one page. */
export async function givenConflicts(api: Client, { id: organizationId }: Organization) {
  const { id: spaceId } = await api.createSpace({
    params: { organizationId },
    body: { title: 'Recipes', editMode: 'live', empty: true },
  })
  const params = { spaceId }
  const document = { markdown: textOf('Flour and water.', 'Bake for an hour.') }
  await api.updateSpaceContent({ params, body: { changes: [newPage('Bread', { document })] } })
  const pageId = (await api.listPages({ params })).pages[0]?.id ?? ''
  const edit = (title: string, first: string, second: string) => {
    const markdown = textOf(first, second)
    return { changes: [{ operation: 'update_page', page: pageId, title, document: { markdown } } as const] }
  }
  const propose = async (subject: string, first: string, second: string) => {
    const body = edit(subject, first, second)
    const { id, number } = await api.createChangeRequest({ params, body: { subject } })
    const key = { ...params, changeRequestId: id }
    await api.updateChangeRequestContent({ params: key, body })
    await api.updateChangeRequestById({ params: key, body: { status: 'open' } })
    return number
  }
  const first = await propose('Salt bread', 'Flour and water, and salt.', 'Bake for 50 minutes.')
  const second = await propose('Rolls', 'Flour and milk.', 'Bake for 20 minutes.')
  const third = await propose('Buns', 'Flour and beer.', 'Bake for 30 minutes.')
  await api.updateSpaceContent({
    params,
    body: edit('Brown bread', 'Whole grain and water.', 'Bake for two hours.'),
  })
  return { spaceId, pageId, first, second, third }
}

export function textOf(first: string, second: string): string {
  return `${first}\n\n## Oven\n\nHeat it first.\n\n${second}\n`
}

/** Ours, theirs, and a text for the last; then the merge. */
export async function decideByApi(api: Client, spaceId: string, number: number) {
  const params = { spaceId, changeRequestId: String(number) }
  const { items } = await api.listChangeRequestConflicts({ params })
  const [one = '', two = '', three = ''] = items.map(({ id }) => id)
  const resolutions = [
    { conflict: one, resolution: 'ours' as const },
    { conflict: two, resolution: 'theirs' as const },
    { conflict: three, content: ownText },
  ]
  await api.resolveChangeRequestConflicts({ params, body: { resolutions } })
  await api.mergeChangeRequest({ params })
}
