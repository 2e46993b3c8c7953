import assert from 'node:assert/strict'
import { test } from 'node:test'
import { each } from '@stemma/client'
import { startServer } from '../../../test/harness.ts'
import { assertRefused, recorded, refusalOf } from '../../../test/recorded.ts'
import { givenSite, outlineOf } from '../../../test/sites.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
type Site = Awaited<ReturnType<typeof givenSite>>

async function outline({ api, params }: Site): Promise<string> {
  return outlineOf(await api.getSiteStructure({ params }))
}

test('spec 12: a site without sections shows its spaces, and the first is the default', async () => {
  const site = await givenSite(server, 'One', 'Two')
  const { api, params, addSpace, spaceIds } = site
  const structure = await api.getSiteStructure({ params })
  assert.deepEqual([structure.type, outlineOf(structure)], ['siteSpaces', 'One*,Two'])
  const added = await api.request('addSpaceToSite', { params, body: { spaceId: await addSpace('One') } })
  const { path, section, title, space, condition } = added.data
  assert.deepEqual(
    [added.status, path, section, title, condition],
    [201, 'one-1', undefined, 'One', undefined],
  )
  assert.deepEqual(await api.getSpaceById({ params: { spaceId: space.id } }), space)
  assert.equal(await outline(site), 'One*,Two,One')
  assert.equal((await api.getSiteById({ params })).siteSpaces, 3)
  const [event] = await recorded(server, params.organizationId, added)
  const told = { siteId: params.siteId, siteSpaceId: added.data.id, spaceId: space.id }
  assert.deepEqual(event, { type: 'site.space_added', actor: site.creator.id, ...told })
  const again = api.addSpaceToSite({ params, body: { spaceId: spaceIds[0] ?? '' } })
  await assertRefused(server, params.organizationId, again, 'conflict')
})

test('spec 12: with the first section, what stood at the root becomes one too', async () => {
  const site = await givenSite(server, 'One', 'Two')
  const { api, params, addSection, addSpace } = site
  await api.publishSite({ params })
  const before = (await api.listSiteSpaces({ params })).items.map(({ id, urls }) => [id, urls.published])
  const body = { spaceId: await addSpace('New'), title: 'New' }
  const added = await api.request('addSectionToSite', { params, body })
  const section = added.data
  assert.deepEqual([section.path, section.default, section.siteSpaces.length], ['new', false, 1])
  assert.equal(await outline(site), 'Docs*(One*,Two),New(New*)')
  const after = (await api.listSiteSpaces({ params })).items.map(({ id, urls }) => [id, urls.published])
  assert.deepEqual(after.slice(0, 2), before)
  assert.equal(section.urls.published, `http://127.0.0.1:3000/sites/${params.siteId}/new`)
  const told = (await recorded(server, params.organizationId, added)) as { type: string; title?: string }[]
  assert.deepEqual(told.map(({ type, title }) => `${type} ${title}`).toSorted(), [
    'site.section_added Docs',
    'site.section_added New',
  ])
  await addSection('New')
  assert.deepEqual(
    (await api.listSiteSections({ params })).items.map(({ path }) => path),
    ['docs', 'new', 'new-1'],
  )
})

test('the first section of an empty site is its default', async () => {
  const site = await givenSite(server)
  await site.addSection('Only')
  assert.equal(await outline(site), 'Only*(Only*)')
})

test('a space goes to the section that is named, else to the default one; and to others again', async () => {
  const site = await givenSite(server, 'One')
  const { api, params, addSection, addSpace } = site
  const { id: sectionId } = await addSection('Two')
  const spaceId = await addSpace('Both')
  const first = await api.addSpaceToSite({ params, body: { spaceId } })
  const second = await api.addSpaceToSite({ params, body: { spaceId, sectionId } })
  assert.notEqual(first.section, sectionId)
  assert.equal(second.section, sectionId)
  assert.equal(await outline(site), 'Docs*(One*,Both),Two(Two*,Both)')
  const foreign = await (await givenSite(server)).addSection('Foreign')
  const body = { spaceId, sectionId: foreign.id }
  await assertRefused(server, params.organizationId, api.addSpaceToSite({ params, body }), 'not_found')
})

test('where a default goes, the first in order takes its place', async () => {
  const site = await givenSite(server, 'One', 'Two', 'Three')
  const { api, params, addSection } = site
  const [one] = (await api.listSiteSpaces({ params, query: { default: true } })).items
  const at = { params: { ...params, siteSpaceId: one?.id ?? '' } }
  assert.equal((await api.request('deleteSiteSpaceById', at)).status, 205)
  assert.equal((await api.request('deleteSiteSpaceById', at)).status, 204)
  assert.equal(await outline(site), 'Two*,Three')
  await addSection('AA')
  await addSection('BB')
  const [first] = (await api.listSiteSections({ params })).items
  const gone = { params: { ...params, siteSectionId: first?.id ?? '' } }
  assert.equal((await api.request('deleteSiteSectionById', gone)).status, 205)
  assert.equal((await api.request('deleteSiteSectionById', gone)).status, 204)
  assert.equal(await outline(site), 'AA*(AA*),BB(BB*)')
})

test('the defaults can be chosen, of the site and of a section', async () => {
  const site = await givenSite(server, 'One', 'Two')
  const { api, params, addSection, organizationId } = site
  const [, two] = (await api.listSiteSpaces({ params })).items
  const section = await addSection('New')
  await api.updateSiteById({ params, body: { defaultSiteSection: section.id } })
  assert.equal(await outline(site), 'Docs(One*,Two),New*(New*)')
  await api.updateSiteById({ params, body: { defaultSiteSpace: two?.id ?? '' } })
  assert.equal(await outline(site), 'Docs*(One,Two*),New(New*)')
  const both = { defaultSiteSpace: two?.id ?? '', defaultSiteSection: section.id }
  await assertRefused(server, organizationId, api.updateSiteById({ params, body: both }), 'invalid_request')
  const of = (siteSectionId: string) => ({ params: { ...params, siteSectionId } })
  const body = { defaultSiteSpace: two?.id ?? '' }
  const wrong = api.updateSiteSectionById({ ...of(section.id), body })
  await assertRefused(server, organizationId, wrong, 'invalid_request')
  const [first] = (await api.listSiteSections({ params })).items
  const one = first?.siteSpaces[0]?.id ?? ''
  await api.updateSiteSectionById({ ...of(first?.id ?? ''), body: { defaultSiteSpace: one } })
  assert.equal(await outline(site), 'Docs*(One*,Two),New(New*)')
})

test('a section shows something, and so does a published site', async () => {
  const site = await givenSite(server, 'One')
  const { api, params, organizationId, addSection } = site
  const only = async () => (await api.listSiteSpaces({ params })).items.at(-1)?.id ?? ''
  await api.publishSite({ params })
  const last = api.deleteSiteSpaceById({ params: { ...params, siteSpaceId: await only() } })
  await assertRefused(server, organizationId, last, 'conflict')
  const { id } = await addSection('Two')
  const inSection = api.deleteSiteSpaceById({ params: { ...params, siteSpaceId: await only() } })
  await assertRefused(server, organizationId, inSection, 'conflict')
  await api.deleteSiteSectionById({ params: { ...params, siteSectionId: id } })
  const [left] = (await api.listSiteSections({ params })).items
  const at = { params: { ...params, siteSectionId: left?.id ?? '' } }
  await assertRefused(server, organizationId, api.deleteSiteSectionById(at), 'conflict')
  await api.unpublishSite({ params })
  await api.deleteSiteSectionById(at)
  assert.deepEqual(await api.getSiteStructure({ params }), { type: 'siteSpaces', structure: [] })
})

test('what is said of a section changes, null removes, and a path is taken once', async () => {
  const site = await givenSite(server)
  const { api, params, organizationId, addSection } = site
  const [one, two] = [await addSection('One'), await addSection('Two')]
  const at = { params: { ...params, siteSectionId: one.id } }
  const said = { title: 'First', path: 'first', condition: 'visitor.claims.unsigned.beta', icon: 'book' }
  const changed = await api.updateSiteSectionById({ ...at, body: { ...said, description: 'About' } })
  assert.deepEqual(
    [changed.title, changed.path, changed.condition, changed.icon, changed.description],
    ['First', 'first', 'visitor.claims.unsigned.beta', 'book', 'About'],
  )
  const nothing = { condition: null, icon: null, description: null }
  const removed = await api.updateSiteSectionById({ ...at, body: nothing })
  assert.deepEqual(
    [removed.title, removed.condition, removed.icon, removed.description],
    ['First', undefined, undefined, undefined],
  )
  const taken = api.updateSiteSectionById({ ...at, body: { path: two.path } })
  await assertRefused(server, organizationId, taken, 'conflict')
  for (const path of ['a/b', '..', '', ' ', '%2e', 'a?b']) {
    assert.equal((await refusalOf(api.updateSiteSectionById({ ...at, body: { path } }))).status, 400, path)
  }
})

test('a site space gets another path, condition or space, but not what its siblings have', async () => {
  const { api, params, organizationId, spaceIds, addSpace } = await givenSite(server, 'One', 'Two')
  const [one, two] = (await api.listSiteSpaces({ params })).items
  const at = { params: { ...params, siteSpaceId: one?.id ?? '' } }
  const spaceId = await addSpace('Three')
  const body = { path: 'first', condition: 'visitor.claims.unsigned.beta', spaceId }
  const changed = await api.updateSiteSpaceById({ ...at, body })
  const { path, condition, space, title, id } = changed
  assert.deepEqual(
    [id, path, condition, space.id, title],
    [one?.id, 'first', body.condition, spaceId, 'Three'],
  )
  assert.equal((await api.updateSiteSpaceById({ ...at, body: { condition: null } })).condition, undefined)
  for (const wrong of [{ path: two?.path ?? '' }, { spaceId: spaceIds[1] ?? '' }]) {
    const refused = api.updateSiteSpaceById({ ...at, body: wrong })
    await assertRefused(server, organizationId, refused, 'conflict')
  }
})

test('`draft` takes false, and the error for true says what to use', async () => {
  const { api, params, addSpace, addSection } = await givenSite(server, 'One')
  const sectionId = (await addSection('New')).id
  const { id: groupId } = await api.addSectionGroupToSite({ params, body: { title: 'Group' } })
  const [siteSpace] = (await api.listSiteSpaces({ params })).items
  const ofSection = { ...params, siteSectionId: sectionId }
  const ofGroup = { ...params, siteSectionGroupId: groupId }
  const ofSpace = { ...params, siteSpaceId: siteSpace?.id ?? '' }
  const spaceId = await addSpace('Two')
  const calls = [
    (draft: false) => api.addSectionToSite({ params, body: { spaceId, draft } }),
    (draft: false) => api.updateSiteSectionById({ params: ofSection, body: { draft } }),
    (draft: false) => api.addSectionGroupToSite({ params, body: { title: 'More', draft } }),
    (draft: false) => api.updateSiteSectionGroupById({ params: ofGroup, body: { draft } }),
    (draft: false) => api.addSpaceToSite({ params, body: { spaceId, draft } }),
    (draft: false) => api.updateSiteSpaceById({ params: ofSpace, body: { draft } }),
  ]
  const message =
    'The body field `draft` must be false. To prepare content that is not live yet, use a change request.'
  for (const call of calls) {
    assert.equal((await call(false)).draft, false)
    await assert.rejects(call(true as never), { status: 400, message })
  }
})

test('section groups do not nest, and the error for a parent says what to use', async () => {
  const { api, params } = await givenSite(server, 'One')
  const { id } = await api.addSectionGroupToSite({ params, body: { title: 'Group' } })
  const ofGroup = { ...params, siteSectionGroupId: id }
  const create = (parent: null) => api.addSectionGroupToSite({ params, body: { title: 'Inner', parent } })
  const update = (parentSectionGroupId: null) =>
    api.updateSiteSectionGroupById({ params: ofGroup, body: { parentSectionGroupId } })
  for (const [call, field] of [[create, 'parent'] as const, [update, 'parentSectionGroupId'] as const]) {
    assert.equal((await call(null)).object, 'site-section-group')
    const { status, message } = await refusalOf(call(id as never))
    assert.equal(status, 400)
    assert.equal(
      message,
      `The body field \`${field}\` must be null. ` +
        "Section groups don't nest: put the sections into one group with addSectionToGroup.",
    )
  }
})

test('lists of a structure are paged in its order', async () => {
  const { api, params, addSection } = await givenSite(server, 'One', 'Two')
  for (const title of ['Three', 'Four', 'Five']) await addSection(title)
  const titles = async <T extends { title: string }>(items: AsyncIterable<T>) => {
    const found: string[] = []
    for await (const { title } of items) found.push(title)
    return found
  }
  const spaces = each(api.listSiteSpaces, { params, query: { limit: 2 } })
  assert.deepEqual(await titles(spaces), ['One', 'Two', 'Three', 'Four', 'Five'])
  const sections = each(api.listSiteSections, { params, query: { limit: 1 } })
  assert.deepEqual(await titles(sections), ['Docs', 'Three', 'Four', 'Five'])
})

test('spec 423: `default` lists the site spaces whose default is true, or only the others', async () => {
  const { api, params, addSection, addSpace } = await givenSite(server, 'One', 'Two')
  const { id: sectionId } = await addSection('New')
  await api.addSpaceToSite({ params, body: { spaceId: await addSpace('Three'), sectionId } })
  const list = async (query: { default?: boolean }) => {
    const { items, count } = await api.listSiteSpaces({ params, query })
    assert.equal(count, items.length)
    return items.map((one) => `${one.title} ${one.default}`)
  }
  assert.deepEqual(await list({ default: true }), ['One true', 'New true'])
  assert.deepEqual(await list({ default: false }), ['Two false', 'Three false'])
  assert.deepEqual(await list({}), ['One true', 'Two false', 'New true', 'Three false'])
})

test('spec 402, 412, 415, 424: the Location of a section, group or site space shows it', async () => {
  const { api, params, addSpace } = await givenSite(server, 'One')
  const spaceId = await addSpace('Two')
  const section = await api.request('addSectionToSite', { params, body: { spaceId } })
  const siteSpace = await api.request('addSpaceToSite', { params, body: { spaceId } })
  const body = { title: 'Group', sections: [section.data.id] }
  const group = await api.request('addSectionGroupToSite', { params, body })
  const at = { ...params, siteSectionGroupId: group.data.id }
  const added = { params: at, body: { sectionId: section.data.id } }
  const again = await api.request('addSectionToGroup', added)
  const here = `http://127.0.0.1:3000/v1/orgs/${params.organizationId}/sites/${params.siteId}`
  const shown = [
    [
      section,
      'sections',
      await api.getSiteSectionById({ params: { ...params, siteSectionId: section.data.id } }),
    ],
    [
      siteSpace,
      'site-spaces',
      await api.getSiteSpaceById({ params: { ...params, siteSpaceId: siteSpace.data.id } }),
    ],
    [group, 'section-groups', await api.getSiteSectionGroupById({ params: at })],
    [again, 'section-groups', await api.getSiteSectionGroupById({ params: at })],
  ] as const
  for (const [{ status, headers, data }, path, one] of shown) {
    assert.deepEqual([status, headers.get('location')], [201, `${here}/${path}/${data.id}`])
    assert.deepEqual([one.object, one.id], [data.object, data.id])
  }
})
