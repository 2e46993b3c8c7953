import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../harness.ts'
import { refusalOf } from '../recorded.ts'
import { givenSite, outlineOf } from '../sites.ts'
import { prove } from './stated.ts'

// Sites, their sections, section groups, site spaces and share links, as the specification lists them.
const server = await startServer({ rateLimitPerMinute: 1_000_000 })

const sites = '/v1/orgs/{organizationId}/sites' as const
const site = `${sites}/{siteId}` as const
const groups = `${site}/section-groups` as const

prove(server, [
  {
    test: 'spec 387: sites are listed, with filters by space, title and published',
    operation: 'listSites',
    request: `GET ${sites}`,
    query: ['page', 'limit', 'space', 'title', 'published'],
    status: 200,
    items: 'site',
  },
  {
    test: 'spec 388: every field of a new site is optional, and its title has 2 to 128 characters',
    operation: 'createSite',
    request: `POST ${sites}`,
    body: { optional: ['type', 'title', 'visibility', 'spaces'], lengths: { title: [2, 128] } },
    status: 201,
    object: 'site',
  },
  {
    test: 'spec 389: a site is read',
    operation: 'getSiteById',
    request: `GET ${site}`,
    status: 200,
    object: 'site',
  },
  {
    test: 'spec 390: a site is deleted',
    operation: 'deleteSiteById',
    request: `DELETE ${site}`,
    status: 205,
  },
  {
    test: 'spec 391: every field of an updated site is optional, and null removes the proxy',
    operation: 'updateSiteById',
    request: `PATCH ${site}`,
    body: {
      optional: [
        ...['title', 'visibility', 'basename', 'adaptiveContent', 'agentsContext'],
        ...['defaultSiteSpace', 'defaultSiteSection', 'proxy'],
      ],
      nullable: ['proxy'],
      lengths: { title: [2, 128], basename: [1, 100] },
    },
    status: 200,
    object: 'site',
  },
  {
    test: 'spec 392: the adaptive schema of a site is read',
    operation: 'getSiteAdaptiveSchema',
    request: `GET ${site}/adaptive-schema`,
    status: 200,
    object: 'site-adaptive-schema',
  },
  {
    test: 'spec 393: the adaptive schema of a site is set by `jsonSchema`',
    operation: 'updateSiteAdaptiveSchema',
    request: `PUT ${site}/adaptive-schema`,
    body: { required: ['jsonSchema'] },
    status: 200,
    object: 'site-adaptive-schema',
  },
  {
    test: 'spec 395: the published payload has the site, its structure, customizations and scripts',
    operation: 'getPublishedContentSite',
    request: `GET ${site}/published`,
    query: ['shareKey'],
    status: 200,
    object: 'published-content-site',
    fields: ['site', 'structure', 'customizations', 'scripts'],
  },
  {
    test: 'spec 401: sections are listed',
    operation: 'listSiteSections',
    request: `GET ${site}/sections`,
    query: ['shareKey', 'page', 'limit'],
    status: 200,
    items: 'site-section',
  },
  {
    test: 'spec 402: a new section needs a space; title and icon are optional and can be null',
    operation: 'addSectionToSite',
    request: `POST ${site}/sections`,
    body: {
      required: ['spaceId'],
      optional: ['title', 'icon'],
      nullable: ['title', 'icon'],
      lengths: { title: [2, 128], icon: [0, 50] },
    },
    status: 201,
    object: 'site-section',
  },
  {
    test: 'spec 403: a section is deleted',
    operation: 'deleteSiteSectionById',
    request: `DELETE ${site}/sections/{siteSectionId}`,
    status: 205,
  },
  {
    test: 'spec 404: fields of an updated section are optional; condition, icon and description can be null',
    operation: 'updateSiteSectionById',
    request: `PATCH ${site}/sections/{siteSectionId}`,
    body: {
      optional: ['title', 'path', 'defaultSiteSpace', 'condition', 'icon', 'description'],
      nullable: ['condition', 'icon', 'description'],
      lengths: { title: [2, 128], path: [1, 100], icon: [0, 50], description: [0, 256] },
    },
    status: 200,
    object: 'site-section',
  },
  {
    test: 'spec 405: a section is moved',
    operation: 'moveSiteSection',
    request: `POST ${site}/sections/{siteSectionId}/move`,
    body: { optional: ['position'] },
    status: 200,
    object: 'site-section',
  },
  {
    test: 'spec 411: section groups are listed',
    operation: 'listSiteSectionGroups',
    request: `GET ${groups}`,
    query: ['page', 'limit'],
    status: 200,
    items: 'site-section-group',
  },
  {
    test: 'spec 412: a new section group needs a title; its icon can be null, and it can begin with sections',
    operation: 'addSectionGroupToSite',
    request: `POST ${groups}`,
    body: {
      required: ['title'],
      optional: ['icon', 'sections'],
      nullable: ['icon'],
      lengths: { title: [1, 100], icon: [0, 50] },
    },
    status: 201,
    object: 'site-section-group',
  },
  {
    test: 'spec 413: a section group is deleted',
    operation: 'deleteSiteSectionGroupById',
    request: `DELETE ${groups}/{siteSectionGroupId}`,
    status: 205,
  },
  {
    test: 'spec 414: title and icon of an updated section group are optional, and the icon can be null',
    operation: 'updateSiteSectionGroupById',
    request: `PATCH ${groups}/{siteSectionGroupId}`,
    body: {
      optional: ['title', 'icon'],
      nullable: ['icon'],
      lengths: { title: [1, 100], icon: [0, 50] },
    },
    status: 200,
    object: 'site-section-group',
  },
  {
    test: 'spec 415: a section is put into a group by its id',
    operation: 'addSectionToGroup',
    request: `POST ${groups}/{siteSectionGroupId}/sections`,
    body: { required: ['sectionId'] },
    status: 201,
    object: 'site-section-group',
  },
  {
    test: 'spec 416: a section is taken out of a group',
    operation: 'removeSectionFromGroup',
    request: `DELETE ${groups}/{siteSectionGroupId}/sections/{siteSectionId}`,
    status: 205,
  },
  {
    test: 'spec 417: a section group is moved',
    operation: 'moveSiteSectionGroup',
    request: `POST ${groups}/{siteSectionGroupId}/move`,
    body: { optional: ['position'] },
    status: 200,
    object: 'site-section-group',
  },
  {
    test: 'spec 423: site spaces are listed',
    operation: 'listSiteSpaces',
    request: `GET ${site}/site-spaces`,
    query: ['shareKey', 'page', 'limit', 'default'],
    status: 200,
    items: 'site-space',
  },
  {
    test: 'spec 424: a new site space needs a space and can name a section',
    operation: 'addSpaceToSite',
    request: `POST ${site}/site-spaces`,
    body: { required: ['spaceId'], optional: ['sectionId'] },
    status: 201,
    object: 'site-space',
  },
  {
    test: 'spec 425: a site space is deleted',
    operation: 'deleteSiteSpaceById',
    request: `DELETE ${site}/site-spaces/{siteSpaceId}`,
    status: 205,
  },
  {
    test: 'spec 426: every field of an updated site space is optional, and the condition can be null',
    operation: 'updateSiteSpaceById',
    request: `PATCH ${site}/site-spaces/{siteSpaceId}`,
    body: {
      optional: ['path', 'condition', 'spaceId'],
      nullable: ['condition'],
      lengths: { path: [1, 100] },
    },
    status: 200,
    object: 'site-space',
  },
  {
    test: 'spec 427: a site space is moved',
    operation: 'moveSiteSpace',
    request: `POST ${site}/site-spaces/{siteSpaceId}/move`,
    body: { optional: ['position'] },
    status: 200,
    object: 'site-space',
  },
  {
    test: 'spec 433: share links are listed',
    operation: 'listSiteShareLinks',
    request: `GET ${site}/share-links`,
    query: ['page', 'limit'],
    status: 200,
    items: 'share-link',
  },
  {
    test: 'spec 434: a new share link needs a name of at most 50 characters',
    operation: 'createSiteShareLink',
    request: `POST ${site}/share-links`,
    body: { required: ['name'], lengths: { name: [0, 50] } },
    status: 201,
    object: 'share-link',
  },
  {
    test: 'spec 435: a share link is deleted',
    operation: 'deleteSiteShareLinkById',
    request: `DELETE ${site}/share-links/{shareLinkId}`,
    status: 205,
  },
])

test('spec 388: a site is made with spaces by id, or with a new space; it is basic by default', async () => {
  const { api, organizationId, addSpace } = await givenSite(server)
  const params = { organizationId }
  const spaces = [await addSpace('One'), await addSpace('Two')]
  const ofThese = await api.createSite({ params, body: { spaces } })
  assert.deepEqual([ofThese.type, ofThese.siteSpaces, ofThese.published], ['basic', 2, false])
  for (const one of ['empty', 'sample'] as const)
    assert.equal((await api.createSite({ params, body: { spaces: one } })).siteSpaces, 1)
  const refused = api.createSite({ params, body: { spaces: 'other' as never } })
  assert.equal((await refusalOf(refused)).status, 400)
})

test('spec 391: a proxy has a host and at least one path segment, and at most 512 characters', async () => {
  const { api, params } = await givenSite(server, 'One')
  for (const proxy of [
    'docs.example.com',
    'https://docs.example.com/a',
    'a b/c',
    `e.com/${'x'.repeat(512)}`,
  ]) {
    const refusal = await refusalOf(api.updateSiteById({ params, body: { proxy } }))
    assert.equal(refusal.status, 400, proxy)
  }
})

test('spec 391: the default section and site space of a site can be chosen', async () => {
  const { api, params, addSection } = await givenSite(server, 'One', 'Two')
  const section = await addSection('New')
  const chosen = await api.request('updateSiteById', { params, body: { defaultSiteSection: section.id } })
  assert.equal(chosen.status, 200)
  assert.equal(outlineOf(await api.getSiteStructure({ params })), 'Docs(One*,Two),New*(New*)')
  const two = (await api.listSiteSpaces({ params })).items.find(({ title }) => title === 'Two')
  await api.updateSiteById({ params, body: { defaultSiteSpace: two?.id ?? '' } })
  assert.equal(outlineOf(await api.getSiteStructure({ params })), 'Docs*(One,Two*),New(New*)')
})

test('spec 394: template conditions are items of a description and a condition', async () => {
  const { api, params } = await givenSite(server, 'One')
  const { items } = await api.listSiteAdaptiveTemplateConditions({ params })
  assert.ok(items.length > 0)
  for (const item of items) assert.deepEqual(Object.keys(item).sort(), ['condition', 'description'])
})

test('spec 395, 528: a share-link site is shown to strangers with its `shareKey`', async () => {
  const { api, params, addSection } = await givenSite(server, 'One')
  await addSection('Two')
  await api.updateSiteById({ params, body: { visibility: 'share-link' } })
  await api.publishSite({ params })
  const link = await api.createSiteShareLink({ params, body: { name: 'Press' } })
  const shareKey = link.urls.published?.split('/').at(-1) ?? ''
  const stranger = server.as((await givenSite(server)).creator)
  const shown = await stranger.getPublishedContentSite({ params, query: { shareKey } })
  assert.deepEqual([shown.site.id, shown.structure.type], [params.siteId, 'sections'])
  assert.deepEqual(new Set(shown.structure.structure.map(({ object }) => object)), new Set(['site-section']))
  for (const query of [{}, { shareKey: 'another' }])
    assert.equal((await refusalOf(stranger.getPublishedContentSite({ params, query }))).status, 404)
})

test('spec 405, 417, 427, 570: sections, groups and site spaces move before or after a sibling', async () => {
  const { api, params, addSection, addSpace } = await givenSite(server)
  const [one, two, three] = [await addSection('One'), await addSection('Two'), await addSection('Three')]
  const outline = async () => outlineOf(await api.getSiteStructure({ params }))
  const moved = await api.request('moveSiteSection', {
    params: { ...params, siteSectionId: three.id },
    body: { position: { before: { type: 'site-section', siteSection: two.id } } },
  })
  assert.deepEqual([moved.data.id, moved.headers.has('deprecation')], [three.id, true])
  assert.equal(await outline(), 'One*(One*),Three(Three*),Two(Two*)')
  const group = await api.addSectionGroupToSite({ params, body: { title: 'Group' } })
  await api.moveSiteSectionGroup({
    params: { ...params, siteSectionGroupId: group.id },
    body: { position: { after: { type: 'site-section', id: one.id } } },
  })
  assert.equal(await outline(), 'One*(One*),Group[],Three(Three*),Two(Two*)')
  const body = { spaceId: await addSpace('Variant'), sectionId: one.id }
  const variant = await api.addSpaceToSite({ params, body })
  await api.moveSiteSpace({
    params: { ...params, siteSpaceId: variant.id },
    body: { position: { before: { type: 'site-space', siteSpace: one.siteSpaces[0]?.id ?? '' } } },
  })
  assert.equal(await outline(), 'One*(Variant,One*),Group[],Three(Three*),Two(Two*)')
})

test('spec 424: without `sectionId` a space goes to the default section, or to the root', async () => {
  const { api, params, addSection, addSpace } = await givenSite(server, 'One')
  const flat = await api.addSpaceToSite({ params, body: { spaceId: await addSpace('Two') } })
  assert.equal(flat.section, undefined)
  const other = await addSection('Other')
  const [first] = (await api.listSiteSections({ params })).items
  const added = await api.addSpaceToSite({ params, body: { spaceId: await addSpace('Three') } })
  assert.equal(added.section, first?.id)
  const named = { spaceId: await addSpace('Four'), sectionId: other.id }
  assert.equal((await api.addSpaceToSite({ params, body: named })).section, other.id)
})
