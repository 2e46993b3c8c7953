import { table } from '@stemma/command-line'
import type { SearchPage } from '@stemma/contract'
import { collect, each, limitsIn } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { organizationIdOf, organizationOption } from '../organization.ts'
import { signedIn } from '../session.ts'
import { spaceOf } from '../space.ts'

export const search = defineCommand({
  takes: ['query'],
  options: {
    query: { value: 'QUERY', summary: 'The words to search for.', required: true },
    space: { value: 'SPACE', summary: 'Search only this space, by id or title. Default: all you can read.' },
    org: organizationOption,
    limit: { value: 'NUMBER', summary: 'The maximum number of pages.', default: '20' },
  },
  examples: [
    ['Search all spaces', "stemma search 'rate limit'"],
    ['Search one space', 'stemma search webhooks --space Handbook'],
  ],

  async run({ query: words, space: named, org, limit: wanted }, call) {
    const { most, limit } = limitsIn(wanted)
    const client = await signedIn(call)
    const query = { query: words, limit }
    if (named !== undefined) {
      const { id: spaceId, title: space } = await spaceOf(client, call, named)
      const found = await collect(each(client.searchSpaceContent, { params: { spaceId }, query }), most)
      return {
        data: found,
        text: table(
          columns,
          found.map((page) => ({ space, page })),
        ),
      }
    }
    const params = { organizationId: await organizationIdOf(client, call, org) }
    const found = await collect(each(client.searchOrganizationContent, { params, query }), most)
    const rows = found.flatMap(({ title: space, pages }) => pages.map((page) => ({ space, page })))
    return { data: found, text: table(columns, rows.slice(0, most)) }
  },
})

interface Row {
  readonly space: string
  readonly page: SearchPage
}

const excerptMax = 60

const columns = {
  space: ({ space }: Row) => space,
  page: ({ page }: Row) => page.title,
  path: ({ page }: Row) => page.path,
  text: ({ page }: Row) => excerptOf(page),
}

function excerptOf({ sections = [] }: SearchPage): string {
  const text = [...(sections[0]?.body ?? '').replace(/\s+/g, ' ').trim()]
  return text.length > excerptMax ? `${text.slice(0, excerptMax - 1).join('')}…` : text.join('')
}
