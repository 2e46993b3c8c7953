import type { Client } from '@stemma/client'
import { type Option, WrongUsage } from '@stemma/command-line'
import type { DocumentPage, Page } from '@stemma/contract'
import { CommandFailure } from './exit-codes.ts'
import { isApiFailure } from './failures.ts'
import { isId } from './ids.ts'

export const pageOption = {
  value: 'PAGE',
  summary: 'The page, by id or path, such as guides/first-steps.',
  required: true,
} as const satisfies Option

/** One revision of a space or a change request. */
export interface Place {
  readonly spaceId: string
  readonly revisionId: string
}

/** The page with its Markdown. A plain word may be an ID or a path; the ID takes precedence. */
export async function pageIn(client: Client, place: Place, named: string): Promise<Page> {
  const query = { format: 'markdown' } as const
  if (isId(named)) {
    const page = await orNothing(client.getPageInRevisionById({ params: { ...place, pageId: named }, query }))
    if (page !== undefined) return page
  }
  const pagePath = named.replace(/^\/+|\/+$/g, '')
  if (pagePath.split('/').some((slug) => slug === '.' || slug === '..'))
    throw new WrongUsage('A path cannot contain . or .. as a part. stemma pages list shows all paths.')
  return client.getPageInRevisionByPath({ params: { ...place, pagePath }, query })
}

/** The Markdown of a page; undefined if there is no such page. */
export async function markdownIn(client: Client, place: Place, pageId: string): Promise<string | undefined> {
  const input = { params: { ...place, pageId }, query: { format: 'markdown' as const } }
  const page = await orNothing(client.getPageInRevisionById(input))
  return page?.type === 'document' ? (page.markdown ?? '') : undefined
}

export function requireDocument(page: Page): DocumentPage {
  if (page.type === 'document') return page
  throw new CommandFailure(
    1,
    `This is a ${page.type}, which has no text. Choose a document: stemma pages list shows them.`,
  )
}

async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isApiFailure(error) && error.status === 404) return undefined
    throw error
  }
}
