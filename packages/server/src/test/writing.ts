import type { ContentChange } from '@stemma/contract'
import { givenMember, givenOrganization, type Person, type Server } from './harness.ts'

type InsertPage = Extract<ContentChange, { operation: 'insert_page' }>

export function page(title: string, more: Partial<InsertPage> = {}): InsertPage {
  return { operation: 'insert_page', title, document: { markdown: `Text of ${title}.\n` }, ...more }
}

/** A space in live edit mode with these pages, and users with every role. */
export async function givenWrittenSpace(server: Server, ...changes: ContentChange[]) {
  const organization = await givenOrganization(server)
  const { admin } = organization
  const people = {
    admin,
    reader: await givenMember(server, organization, 'read'),
    commenter: await givenMember(server, organization, 'comment'),
    editor: await givenMember(server, organization, 'edit'),
    reviewer: await givenMember(server, organization, 'review'),
  }
  const params = { organizationId: organization.id }
  const space = await server.as(admin).createSpace({ params, body: { editMode: 'live' } })
  const spaceId = space.id
  const write = (...wanted: ContentChange[]) =>
    server.as(admin).updateSpaceContent({ params: { spaceId }, body: { changes: wanted } })
  if (changes.length > 0) await write(...changes)
  return { organization, ...people, spaceId, write, firstRevision: space.revision }
}

/** A user's change request on a space, with helpers to work on it. */
export async function givenChangeRequest(server: Server, spaceId: string, author: Person) {
  const api = server.as(author)
  const { id, number, revision } = await api.createChangeRequest({
    params: { spaceId },
    body: { subject: 'Change' },
  })
  const params = { spaceId, changeRequestId: id }
  return {
    id,
    number,
    revision,
    params,
    write: (...changes: ContentChange[]) =>
      api.request('updateChangeRequestContent', { params, body: { changes }, query: { compat: false } }),
  }
}

/** An editor's draft in a new space, with users of every role. */
export async function givenDraft(server: Server) {
  const space = await givenWrittenSpace(server)
  return { ...space, ...(await givenChangeRequest(server, space.spaceId, space.editor)) }
}

/** Sets only the status that others see; merges no content. */
export async function close({ db }: Pick<Server, 'db'>, id: string, status: 'merged' | 'archived') {
  await db
    .updateTable('change_requests')
    .set({ status, revision_merged: status === 'merged' ? 'x' : null })
    .where('id', '=', id)
    .execute()
}

/** The pages of a space as nested titles: `A(B,C(D))`. */
export async function outlineOf(server: Server, person: Person, spaceId: string): Promise<string> {
  const { pages } = await server.as(person).listPages({ params: { spaceId } })
  return titles(pages)
}

interface Titled {
  readonly title: string
  readonly pages?: readonly Titled[]
}

function titles(pages: readonly Titled[]): string {
  return pages
    .map(({ title, pages: below = [] }) => title + (below.length > 0 ? `(${titles(below)})` : ''))
    .join(',')
}
