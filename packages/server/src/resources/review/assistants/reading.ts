import type { Client } from '@stemma/client'
import { Id, type Page, type SearchPage } from '@stemma/contract'
import { Type } from 'typebox'
import { changeRequest, itemsMax, listed, organization, space } from './inputs.ts'
import { tool, UnusableInput } from './tool.ts'

const search = tool({
  name: 'search',
  title: 'Search',
  description:
    'Finds pages by words: in one space, in one organization, or in all of yours. Returns titles, IDs and ' +
    'the text around each match.',
  isReading: true,
  input: Type.Object({
    query: Type.String({ minLength: 1, maxLength: 512, description: 'Words to look for.' }),
    organization,
    space: Type.Optional(space),
  }),
  async run(api, { query, organization: organizationId, space: spaceId }) {
    if (spaceId !== undefined) {
      const { items } = await api.searchSpaceContent({ params: { spaceId }, query: { query, limit: 20 } })
      return listed(
        items.map((page) => foundPage(page, spaceId)),
        nothingFound,
      )
    }
    const found: string[] = []
    for (const one of await organizationsOf(api, organizationId)) {
      const params = { organizationId: one.id }
      const { items } = await api.searchOrganizationContent({ params, query: { query, limit: 10 } })
      found.push(...items.flatMap(({ id, pages }) => pages.map((page) => foundPage(page, id))))
    }
    return listed(found, nothingFound)
  },
})

const nothingFound = 'Nothing was found. Try other words, or list the pages of a space.'

function foundPage({ id, title, path, sections = [] }: SearchPage, spaceId: string): string {
  const texts = sections.map(({ body }) => `\n  ${body.replaceAll(/\s+/g, ' ').trim()}`)
  return `- ${title} (page ${id}, path ${path || '/'}, space ${spaceId})${texts.slice(0, 2).join('')}`
}

/** The organization that was named, or all of the caller. */
async function organizationsOf(api: Client, organizationId: string | undefined) {
  if (organizationId !== undefined) return [{ id: organizationId, title: organizationId }]
  const { items } = await api.listOrganizationsForAuthenticatedUser({ query: { limit: 10 } })
  return items
}

const listSpaces = tool({
  name: 'list_spaces',
  title: 'List spaces',
  description: 'Lists the spaces that you can read, with their IDs and organizations.',
  isReading: true,
  input: Type.Object({ organization }),
  async run(api, { organization: organizationId }) {
    const found: string[] = []
    for (const one of await organizationsOf(api, organizationId)) {
      const query = { limit: itemsMax }
      const { items } = await api.listSpacesInOrganizationById({ params: { organizationId: one.id }, query })
      found.push(...items.map(({ id, title }) => `- ${title} (space ${id}, organization ${one.id})`))
    }
    return listed(found, 'There is no space that you can read. Ask an admin for access.')
  },
})

const listPages = tool({
  name: 'list_pages',
  title: 'List pages',
  description: 'Lists all pages of a space, or of a change request, with their IDs and paths.',
  isReading: true,
  input: Type.Object({ space, changeRequest: Type.Optional(changeRequest) }),
  async run(api, { space: spaceId, changeRequest: changeRequestId }) {
    const { pages } =
      changeRequestId === undefined
        ? await api.listPages({ params: { spaceId } })
        : await api.listPagesInChangeRequest({ params: { spaceId, changeRequestId } })
    return listed(pagesBelow(pages, ''), 'There are no pages yet. Propose the first one.')
  },
})

function pagesBelow(pages: readonly Page[], indent: string): string[] {
  return pages.flatMap((page) => {
    const path = 'path' in page ? `, path ${page.path || '/'}` : ''
    const below = 'pages' in page ? pagesBelow(page.pages, `${indent}  `) : []
    return [`${indent}- ${page.title} (${page.type} ${page.id}${path})`, ...below]
  })
}

const readPage = tool({
  name: 'read_page',
  title: 'Read a page',
  description:
    'Returns a page as Markdown, by its ID or path, from the space or from a change request. Also returns ' +
    'the revision to send with a proposal.',
  isReading: true,
  input: Type.Object({
    space,
    page: Type.Optional(Type.String({ ...Id, description: 'The ID of the page.' })),
    path: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1000, description: 'The path, if you have no ID.' }),
    ),
    changeRequest: Type.Optional(changeRequest),
  }),
  async run(api, { space: spaceId, page: pageId, path, changeRequest: changeRequestId }) {
    if (pageId === undefined && path === undefined) {
      throw new UnusableInput('Name the page by its ID or its path. Use list_pages to find them.')
    }
    // Before the page: what changes in between is compared with an older text, and never overwritten.
    const { revision } = await revisionOf(api, spaceId, changeRequestId)
    const read = readerOf(api, spaceId, changeRequestId)
    const page = pageId === undefined ? await read.byPath(path ?? '') : await read.byId(pageId)
    const text = 'markdown' in page ? (page.markdown ?? '') : 'This page has no text.\n'
    return `Page ${page.id}, "${page.title}", revision ${revision}. Its text:\n\n${text}`
  },
})

function revisionOf(api: Client, spaceId: string, changeRequestId: string | undefined) {
  return changeRequestId === undefined
    ? api.getSpaceById({ params: { spaceId } })
    : api.getChangeRequestById({ params: { spaceId, changeRequestId } })
}

function readerOf(api: Client, spaceId: string, changeRequestId: string | undefined) {
  const query = { format: 'markdown' } as const
  if (changeRequestId === undefined) {
    return {
      byId: (pageId: string) => api.getPageById({ params: { spaceId, pageId }, query }),
      byPath: (pagePath: string) => api.getPageByPath({ params: { spaceId, pagePath }, query }),
    }
  }
  const params = { spaceId, changeRequestId }
  return {
    byId: (pageId: string) => api.getPageInChangeRequestById({ params: { ...params, pageId }, query }),
    byPath: (pagePath: string) =>
      api.getPageInChangeRequestByPath({ params: { ...params, pagePath }, query }),
  }
}

export const readingTools = [listSpaces, search, listPages, readPage]
