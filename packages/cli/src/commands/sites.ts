import { table, withoutControls } from '@stemma/command-line'
import type { Site } from '@stemma/contract'
import { collect, each, limitOption, limitsIn } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { openURL } from '../open-url.ts'
import { organizationIdOf, organizationOption } from '../organization.ts'
import { signedIn } from '../session.ts'
import { siteOf, siteOption } from '../site.ts'

export const sitesList = defineCommand({
  options: { org: organizationOption, limit: limitOption },
  examples: [['List all sites', 'stemma sites list']],

  async run({ org, limit: wanted }, call) {
    const { most, limit } = limitsIn(wanted)
    const client = await signedIn(call)
    const params = { organizationId: await organizationIdOf(client, call, org) }
    const sites = await collect(each(client.listSites, { params, query: { limit } }), most)
    return { data: sites, text: table(columns, sites) }
  },
})

export const sitesPublish = defineCommand({
  takes: ['site'],
  options: { site: siteOption, org: organizationOption },
  examples: [['Publish a site by its title', 'stemma sites publish Docs']],

  async run({ site: named, org }, call) {
    const { client, organizationId, site } = await siteOf(call, named, org)
    const published = await client.publishSite({ params: { organizationId, siteId: site.id } })
    const { title, urls } = published
    const text = `Published ${withoutControls(title)}${urls.published ? ` at ${urls.published}` : ''}.\n`
    return { data: published, text }
  },
})

export const sitesOpen = defineCommand({
  more: 'Without a browser, the command prints the URL.',
  takes: ['site'],
  options: { site: siteOption, org: organizationOption },
  examples: [['Open a site', 'stemma sites open Docs']],

  async run({ site: named, org }, call) {
    const { site } = await siteOf(call, named, org)
    return openURL(call, site.urls.published ?? site.urls.app)
  },
})

const columns = {
  id: ({ id }: Site) => id,
  title: ({ title }: Site) => title,
  visibility: ({ visibility }: Site) => visibility,
  published: ({ published }: Site) => (published ? 'yes' : 'no'),
  url: ({ urls }: Site) => urls.published,
}
