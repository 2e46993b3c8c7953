import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SiteSection } from '@stemma/contract'
import { givenMember, startServer } from '../../../test/harness.ts'
import { givenSite, outlineOf } from '../../../test/sites.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
// On a busy machine, some concurrent requests get no connection in time and must retry.
const patient = { retries: 20 }

test('64 changes of a structure at once leave one default, unique paths and one order', async (t) => {
  const site = await givenSite(server, 'First')
  const { params, organization, creator, addSpace, addSection } = site
  const api = server.as(creator, patient)
  const sections = [await addSection('Same'), await addSection('Same'), await addSection('Same')]
  const spaceIds: string[] = []
  while (spaceIds.length < 32) spaceIds.push(await addSpace('Same'))
  const sectionIds = sections.map(({ id }) => id)
  const pick = (index: number) => sectionIds[index % sectionIds.length] ?? ''
  const outcomes = await Promise.allSettled(
    Array.from({ length: 64 }, (_, index): Promise<unknown> => {
      const spaceId = spaceIds[index >> 1] ?? ''
      if (index % 8 === 0) return api.addSectionToSite({ params, body: { spaceId, title: 'Same' } })
      if (index % 8 === 2) return api.addSpaceToSite({ params, body: { spaceId, sectionId: pick(index) } })
      if (index % 8 === 4) return api.updateSiteById({ params, body: { defaultSiteSection: pick(index) } })
      if (index % 8 === 6) return api.addSectionGroupToSite({ params, body: { title: 'Group' } })
      if (index === 7) return api.deleteSiteSectionById({ params: { ...params, siteSectionId: pick(0) } })
      const item = { type: 'site-section', id: pick(index) } as const
      const position = index % 4 === 1 ? { before: { ...item, id: pick(index + 1) } } : {}
      return api.sortSiteStructure({ params, body: { item, position } })
    }),
  )
  const unexpected = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' && !isAboutTheDeleted(outcome.reason) ? [outcome.reason] : [],
  )
  assert.deepEqual(unexpected, [])
  const found = (await api.listSiteSections({ params })).items
  assert.equal(found.filter((section) => section.default).length, 1)
  assert.equal(new Set(found.map(({ path }) => path)).size, found.length)
  for (const section of found) requireOneDefault(section)
  const structure = outlineOf(await api.getSiteStructure({ params }))
  const reader = await givenMember(server, organization, 'read')
  assert.equal(outlineOf(await server.as(reader).getSiteStructure({ params })), structure)
  assert.equal(outlineOf(await api.getSiteStructure({ params })), structure)
  t.diagnostic(`${found.length} sections, ${outcomes.length} changes`)
})

/** Requests that name a section deleted meanwhile are rejected. */
function isAboutTheDeleted({ status }: { readonly status?: number }): boolean {
  return status === 404 || status === 400
}

function requireOneDefault({ siteSpaces }: SiteSection) {
  assert.equal(siteSpaces.filter((siteSpace) => siteSpace.default).length, 1)
  assert.equal(new Set(siteSpaces.map(({ path }) => path)).size, siteSpaces.length)
}

test('a space that is deleted while it is added to a site is shown by none', async () => {
  const { params, creator, addSpace } = await givenSite(server)
  const api = server.as(creator, patient)
  const spaceIds: string[] = []
  while (spaceIds.length < 16) spaceIds.push(await addSpace('Space'))
  await Promise.allSettled(
    spaceIds.flatMap((spaceId) => [
      api.addSpaceToSite({ params, body: { spaceId } }),
      api.deleteSpaceById({ params: { spaceId } }),
    ]),
  )
  assert.deepEqual((await api.getSiteStructure({ params })).structure, [])
  assert.equal((await api.getSiteById({ params })).siteSpaces, 0)
})
