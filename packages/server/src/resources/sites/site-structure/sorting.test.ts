import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../../../test/harness.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'
import { givenSite, outlineOf } from '../../../test/sites.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

/** A site with sections A to D, each with a space of its name. */
async function givenSections() {
  const site = await givenSite(server)
  const ids: Record<string, string> = {}
  for (const title of ['AA', 'BB', 'CC', 'DD']) ids[title] = (await site.addSection(title)).id
  const { api, params } = site
  const outline = async () =>
    outlineOf(await api.getSiteStructure({ params })).replaceAll(/\*?\([^)]*\)/g, '')
  const section = (title: string) => ({ type: 'site-section', id: ids[title] ?? '' }) as const
  const group = (id: string) => ({ type: 'site-section-group', id }) as const
  const addGroup = (title: string, ...titles: string[]) =>
    api.addSectionGroupToSite({ params, body: { title, sections: titles.map((one) => ids[one] ?? '') } })
  return { ...site, ids, outline, section, group, addGroup }
}

test('sections and groups stand in one order, and each is moved before or after another', async () => {
  const { api, params, outline, section, group, addGroup, organizationId, creator } = await givenSections()
  const { id } = await addGroup('Group', 'CC', 'AA')
  assert.equal(await outline(), 'BB,DD,Group[CC,AA]')
  const body = { item: group(id), position: { before: section('BB') } }
  const moved = await api.request('sortSiteStructure', { params, body })
  assert.equal(moved.data.id, id)
  assert.equal(await outline(), 'Group[CC,AA],BB,DD')
  assert.deepEqual(await recorded(server, organizationId, moved), [
    { type: 'site.sorted', actor: creator.id, siteId: params.siteId, item: id },
  ])
  const sort = (item: object, position: object) =>
    api.sortSiteStructure({ params, body: { item, position } as typeof body })
  await sort(section('BB'), { after: section('DD') })
  assert.equal(await outline(), 'Group[CC,AA],DD,BB')
  await sort(section('AA'), { before: section('CC') })
  assert.equal(await outline(), 'Group[AA,CC],DD,BB')
  await sort(group(id), {})
  assert.equal(await outline(), 'DD,BB,Group[AA,CC]')
  await sort(section('DD'), { after: section('BB'), before: group(id) })
  assert.equal(await outline(), 'BB,DD,Group[AA,CC]')
})

test('sorting never gives another parent, nor names what is no sibling', async () => {
  const { api, params, organizationId, section, group, addGroup, outline } = await givenSections()
  const { id } = await addGroup('Group', 'CC')
  const before = await outline()
  const [space] = (await api.listSiteSpaces({ params })).items
  const siteSpace = { type: 'site-space', id: space?.id ?? '' } as const
  const foreign = await givenSections()
  for (const [item, position, reason] of [
    [section('AA'), { after: section('CC') }, 'invalid_request'],
    [section('CC'), { after: section('AA') }, 'invalid_request'],
    [section('AA'), { after: section('AA') }, 'invalid_request'],
    [section('AA'), { after: siteSpace }, 'invalid_request'],
    [siteSpace, { after: section('AA') }, 'invalid_request'],
    [section('AA'), { after: group(id), before: section('BB') }, 'invalid_request'],
    [section('AA'), { after: foreign.section('AA') }, 'invalid_request'],
    [foreign.section('AA'), {}, 'not_found'],
    [group(section('AA').id), {}, 'not_found'],
    [{ type: 'site-section', id }, {}, 'not_found'],
  ] as const) {
    const refused = api.sortSiteStructure({ params, body: { item, position } })
    await assertRefused(server, organizationId, refused, reason)
  }
  assert.equal(await outline(), before)
})

test('the moves of old still work, and say that they are deprecated', async () => {
  const { api, params, ids, outline, group, addGroup, addSpace } = await givenSections()
  const siteSectionId = ids.AA ?? ''
  const after = { type: 'site-section', siteSection: ids.BB ?? '' } as const
  const section = await api.request('moveSiteSection', {
    params: { ...params, siteSectionId },
    body: { position: { after } },
  })
  assert.equal(await outline(), 'BB,AA,CC,DD')
  const { id: siteSectionGroupId } = await addGroup('Group')
  const moved = await api.request('moveSiteSectionGroup', {
    params: { ...params, siteSectionGroupId },
    body: { position: { before: { type: 'site-section', id: ids.AA ?? '' } } },
  })
  assert.equal(await outline(), 'BB,Group[],AA,CC,DD')
  const sectionId = ids.BB ?? ''
  const body = { spaceId: await addSpace('Second'), sectionId }
  const { id: siteSpaceId } = await api.addSpaceToSite({ params, body })
  const [first] = (await api.listSiteSpaces({ params })).items
  const before = { type: 'site-space', siteSpace: first?.id ?? '' } as const
  const space = await api.request('moveSiteSpace', {
    params: { ...params, siteSpaceId },
    body: { position: { before } },
  })
  for (const { headers } of [section, moved, space]) assert.match(headers.get('deprecation') ?? '', /^@\d+$/)
  assert.equal((await api.listSiteSpaces({ params })).items[0]?.id, siteSpaceId)
  assert.equal(group(siteSectionGroupId).id, moved.data.id)
})

test('a section is in one group at most; taken out, it stands right after it', async () => {
  const { api, params, ids, outline, addGroup } = await givenSections()
  const one = await addGroup('One', 'AA', 'BB')
  const two = await addGroup('Two')
  assert.equal(await outline(), 'CC,DD,One[AA,BB],Two[]')
  const into = { params: { ...params, siteSectionGroupId: two.id }, body: { sectionId: ids.AA ?? '' } }
  const added = await api.request('addSectionToGroup', into)
  assert.deepEqual([added.status, added.data.sections.length, added.data.children.length], [201, 1, 1])
  assert.equal(added.data.sections[0]?.sectionGroup, two.id)
  assert.equal(await outline(), 'CC,DD,One[BB],Two[AA]')
  const out = { ...params, siteSectionGroupId: one.id, siteSectionId: ids.BB ?? '' }
  assert.equal((await api.request('removeSectionFromGroup', { params: out })).status, 205)
  assert.equal((await api.request('removeSectionFromGroup', { params: out })).status, 204)
  assert.equal(await outline(), 'CC,DD,One[],BB,Two[AA]')
})

test('the sections of a deleted group stand where it stood', async () => {
  const { api, params, ids, outline, addGroup, section, group } = await givenSections()
  const { id } = await addGroup('Group', 'DD', 'AA')
  const position = { before: section('CC') }
  await api.sortSiteStructure({ params, body: { item: group(id), position } })
  assert.equal(await outline(), 'BB,Group[DD,AA],CC')
  const at = { params: { ...params, siteSectionGroupId: id } }
  assert.equal((await api.request('deleteSiteSectionGroupById', at)).status, 205)
  assert.equal((await api.request('deleteSiteSectionGroupById', at)).status, 204)
  assert.equal(await outline(), 'BB,DD,AA,CC')
  assert.equal((await api.listSiteSections({ params })).items[1]?.id, ids.DD)
})

test('a group is renamed, and takes only sections of its own site', async () => {
  const { api, params, organizationId, ids, addGroup } = await givenSections()
  const foreign = await givenSections()
  const { id } = await addGroup('Group')
  const at = { params: { ...params, siteSectionGroupId: id } }
  const renamed = await api.updateSiteSectionGroupById({ ...at, body: { title: 'Other', icon: 'book' } })
  assert.deepEqual([renamed.title, renamed.icon], ['Other', 'book'])
  const plain = await api.updateSiteSectionGroupById({ ...at, body: { icon: null } })
  assert.deepEqual([plain.title, plain.icon], ['Other', undefined])
  const other = foreign.ids.AA ?? ''
  const put = api.addSectionToGroup({ ...at, body: { sectionId: other } })
  await assertRefused(server, organizationId, put, 'not_found')
  const body = { title: 'New', sections: [ids.AA ?? '', other] }
  const made = api.addSectionGroupToSite({ params, body })
  await assertRefused(server, organizationId, made, 'invalid_request')
  const { items, count } = await api.listSiteSectionGroups({ params })
  assert.deepEqual([items.map(({ title }) => title), count], [['Other'], 1])
})
