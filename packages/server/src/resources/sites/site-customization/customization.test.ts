import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenMember, startServer } from '../../../test/harness.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'
import { givenSite } from '../../../test/sites.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const account = { platform: 'github', handle: 'acme', display: { footer: true, header: false } } as const

test('a site begins with our look, and is set as a whole', async () => {
  const { api, params, organizationId, creator } = await givenSite(server, 'One')
  const settings = await api.getSiteCustomizationById({ params })
  assert.deepEqual(
    [settings.styling.theme, settings.trademark.enabled, settings.header.links],
    ['clean', false, []],
  )
  const body = { ...settings, title: 'Manual', themes: { default: 'dark', toggeable: false } as const }
  const set = await api.request('updateSiteCustomizationById', { params, body })
  assert.deepEqual(set.data, body)
  assert.deepEqual(await api.getSiteCustomizationById({ params }), body)
  assert.deepEqual(await recorded(server, organizationId, set), [
    { type: 'site.customized', actor: creator.id, siteId: params.siteId },
  ])
  // Settings that are omitted are reset rather than kept.
  assert.equal((await api.updateSiteCustomizationById({ params, body: settings })).title, undefined)
})

test('settings that are unknown, missing, or lead to something that runs are refused', async () => {
  const { api, params, organizationId } = await givenSite(server, 'One')
  const settings = await api.getSiteCustomizationById({ params })
  const script = 'javascript:alert(1)'
  const { feedback: _feedback, ...less } = settings
  const link = { title: 'Link', to: { kind: 'url', url: script }, links: [] }
  for (const body of [
    less,
    { ...settings, colour: 'red' },
    { ...settings, styling: { ...settings.styling, colour: 'red' } },
    { ...settings, favicon: { icon: { light: script, dark: script } } },
    { ...settings, privacyPolicy: { url: script } },
    { ...settings, localizedTitle: { 'no language': 'Title' } },
    { ...settings, socialAccounts: Array(11).fill(account) },
    { ...settings, header: { ...settings.header, links: [link] } },
    { ...settings, styling: { ...settings.styling, primaryColor: { light: 'red', dark: '#000' } } },
  ]) {
    const refused = api.updateSiteCustomizationById({ params, body: body as typeof settings })
    await assertRefused(server, organizationId, refused, 'invalid_request')
  }
})

test('every setting of the newest client is stored and returned', async () => {
  const { api, params } = await givenSite(server, 'One')
  const settings = await api.getSiteCustomizationById({ params })
  const theme = { light: 'github-light', dark: 'nord' } as const
  const [tag, text] = [{ kind: 'tag', tag: 'beta' } as const, { fr: 'Manuel' }]
  const link = { title: 'Manual', localizedTitle: text, to: tag }
  const body: typeof settings = {
    ...settings,
    localizedTitle: { de: 'Handbuch' },
    styling: { ...settings.styling, headingFont: 'Lato', codeTheme: { default: theme, openapi: theme } },
    header: { ...settings.header, primaryLink: tag, links: [{ ...link, links: [link] }] },
    footer: { groups: [{ title: 'More', localizedTitle: text, links: [link] }] },
    announcement: { enabled: true, message: 'News', localizedMessage: text, link, style: 'info' },
    themes: { default: 'system', toggeable: true },
    ai: {
      mode: 'search',
      greeting: 'Hello',
      localizedGreeting: text,
      suggestions: ['How?'],
      instructions: '-',
    },
    socialAccounts: [account],
  }
  assert.deepEqual(await api.updateSiteCustomizationById({ params, body }), body)
  assert.deepEqual(await api.getSiteCustomizationById({ params }), body)
})

test('settings that a client does not know are kept', async () => {
  const { api, params } = await givenSite(server, 'One')
  const settings = await api.getSiteCustomizationById({ params })
  const localizedTitle = { de: 'Handbuch' }
  const set = await api.updateSiteCustomizationById({
    params,
    body: { ...settings, localizedTitle, socialAccounts: [account], history: { enabled: false } },
  })
  const { localizedTitle: _title, socialAccounts: _accounts, history: _history, ...rest } = set
  const { pdf: _pdf, git: _git, ...known } = rest
  const { codeTheme: _codeTheme, ...styling } = set.styling
  const body = { ...known, styling, pageActions: {} }
  assert.deepEqual(await api.updateSiteCustomizationById({ params, body }), set)
})

test('the list of page actions and the single switches say the same', async () => {
  const { api, params } = await givenSite(server, 'One')
  const settings = await api.getSiteCustomizationById({ params })
  assert.deepEqual(settings.pageActions.items, ['markdown', 'pdf'])
  const shown = async (changes: object) => {
    const body = { ...(await api.getSiteCustomizationById({ params })), ...changes }
    const { pdf, git, pageActions } = await api.updateSiteCustomizationById({ params, body })
    return { ...pageActions, pdf: pdf.enabled, git: git.showEditLink }
  }
  const items = ['git', 'mcp', 'external-ai']
  const listed = { items, externalAI: true, markdown: false, mcp: true, pdf: false, git: true }
  assert.deepEqual(await shown({ pageActions: { items } }), listed)
  assert.deepEqual(await shown({ git: { showEditLink: false }, pdf: { enabled: true } }), {
    ...listed,
    items: ['mcp', 'external-ai', 'pdf'],
    pdf: true,
    git: false,
  })
  assert.deepEqual((await shown({ ai: { mode: 'assistant' } })).items[0], 'assistant')
  assert.deepEqual((await shown({ pageActions: { items: [] } })).items, [])
})

test('a site space looks as its site, except where it says otherwise', async () => {
  const { api, params, organizationId } = await givenSite(server, 'One', 'Two')
  const [one, two] = (await api.listSiteSpaces({ params })).items
  const at = { params: { ...params, siteSpaceId: one?.id ?? '' } }
  const other = { params: { ...params, siteSpaceId: two?.id ?? '' } }
  const site = await api.getSiteCustomizationById({ params })
  assert.deepEqual(await api.getSiteSpaceCustomizationById(at), { ...site, hasOverrides: false })
  const primaryColor = { light: '#111', dark: '#222' }
  const changes = {
    title: 'Variant',
    styling: { primaryColor, sidebar: { list: 'line' } },
    pdf: { enabled: false },
  }
  const changed = await api.overrideSiteSpaceCustomizationById({ ...at, body: changes as object })
  assert.deepEqual(changed, {
    ...site,
    title: 'Variant',
    styling: { ...site.styling, primaryColor, sidebar: { ...site.styling.sidebar, list: 'line' } },
    pdf: { enabled: false },
    pageActions: { ...site.pageActions, items: ['markdown'] },
    hasOverrides: true,
  })
  // Later changes to the site apply wherever the site space has no override.
  const darker = { ...site, themes: { ...site.themes, default: 'dark' as const } }
  await api.updateSiteCustomizationById({ params, body: darker })
  const through = await api.getSiteSpaceCustomizationById(at)
  assert.deepEqual([through.themes.default, through.title], ['dark', 'Variant'])
  assert.equal((await api.getSiteSpaceCustomizationById(other)).hasOverrides, false)
  const published = await api.getPublishedContentSite({ params })
  const { hasOverrides: _flag, ...shown } = through
  assert.deepEqual(published.customizations.siteSpaces, { [one?.id ?? '']: shown })
  const wrong = api.overrideSiteSpaceCustomizationById({
    ...at,
    body: { styling: { colour: 'red' } } as object,
  })
  await assertRefused(server, organizationId, wrong, 'invalid_request')
})

test('null takes a setting of a site space back to that of its site, and deleting all of them', async () => {
  const { api, params } = await givenSite(server, 'One')
  const [one] = (await api.listSiteSpaces({ params })).items
  const at = { params: { ...params, siteSpaceId: one?.id ?? '' } }
  const site = await api.getSiteCustomizationById({ params })
  const override = (body: object) => api.overrideSiteSpaceCustomizationById({ ...at, body })
  await override({ title: 'Variant', pdf: { enabled: false }, header: { links: [] } })
  const less = await override({ title: null, pdf: { enabled: null } })
  assert.deepEqual([less.title, less.pdf.enabled, less.hasOverrides], [undefined, true, true])
  assert.deepEqual(await override({ header: { links: null } }), { ...site, hasOverrides: false })
  assert.equal((await api.request('deleteSiteSpaceCustomizationById', at)).status, 204)
  await override({ pdf: { enabled: false } })
  assert.equal((await api.request('deleteSiteSpaceCustomizationById', at)).status, 205)
  assert.deepEqual(await api.getSiteSpaceCustomizationById(at), { ...site, hasOverrides: false })
})

test('who may not read the space neither sees nor takes away how it is shown', async () => {
  const { api, params, organization, organizationId, spaceIds } = await givenSite(server, 'One')
  const [one] = (await api.listSiteSpaces({ params })).items
  const at = { params: { ...params, siteSpaceId: one?.id ?? '' } }
  await api.overrideSiteSpaceCustomizationById({ ...at, body: { title: 'Variant' } })
  const spaceId = spaceIds[0] ?? ''
  await api.updateSpaceById({ params: { spaceId }, body: { defaultLevel: null } })
  const other = server.as(await givenMember(server, organization, 'create'))
  await assertRefused(server, organizationId, other.getSiteSpaceCustomizationById(at), 'not_found')
  assert.equal((await other.request('deleteSiteSpaceCustomizationById', at)).status, 204)
  assert.equal((await api.getSiteSpaceCustomizationById(at)).title, 'Variant')
})

test('of two who set the look with one ETag, one succeeds', async () => {
  const { api, params } = await givenSite(server, 'One')
  const read = await api.request('getSiteCustomizationById', { params })
  const headers = { 'if-match': read.headers.get('etag') ?? '' }
  const set = (title: string) =>
    api.updateSiteCustomizationById({ params, body: { ...read.data, title } }, { headers })
  const outcomes = await Promise.allSettled([set('One'), set('Two')])
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
})
