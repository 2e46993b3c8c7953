import type { ContentChange } from '@stemma/contract'
import type { Person, Server } from '../../packages/server/src/test/harness.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../../packages/server/src/test/writing.ts'
import { longText } from '../console-budgets/long-text.ts'

/** Two change requests on one space: one changes every page, the other a short page and a long one. */
export interface Stage {
  readonly admin: Person
  readonly spaceUrl: string
  readonly wide: number
  readonly long: number
}

export interface Sizes {
  readonly pages: number
  readonly blocks: number
  readonly changed: number
}

/** As many changes as one request takes. */
const batch = 50

export async function fillStage(server: Server, origin: string, sizes: Sizes): Promise<Stage> {
  const { organization, admin, editor, spaceId, write } = await givenWrittenSpace(
    server,
    page('Short'),
    page('Long', { document: { markdown: longText(sizes.blocks) } }),
  )
  const titles = Array.from({ length: sizes.pages }, (_, at) => `Page ${at}`)
  await inBatches(
    titles.map((title) => page(title, { document: { markdown: textOf(title, 'day') } })),
    write,
  )
  const { pages } = await server.as(admin).listPages({ params: { spaceId } })
  const edit = (title: string, markdown: string): ContentChange => ({
    operation: 'update_page',
    page: pages.find((one) => one.title === title)?.id ?? '',
    document: { markdown },
  })
  const wide = await givenChangeRequest(server, spaceId, editor)
  await inBatches(
    titles.map((title) => edit(title, textOf(title, 'hour'))),
    wide.write,
  )
  const long = await givenChangeRequest(server, spaceId, editor)
  await long.write(edit('Short', 'Another text.\n'), edit('Long', changedText(sizes)))
  return {
    admin,
    spaceUrl: `${origin}/app/o/${organization.id}/s/${spaceId}`,
    wide: wide.number,
    long: long.number,
  }
}

async function inBatches(
  changes: readonly ContentChange[],
  write: (...changes: ContentChange[]) => Promise<unknown>,
) {
  for (let at = 0; at < changes.length; at += batch) await write(...changes.slice(at, at + batch))
}

/** A page as people write them, of which a review changes a few words. */
function textOf(title: string, word: string): string {
  return `Tokens of ${title} are valid for one ${word}.\n\n${longText(12)}\n\n- One\n- Last ${word}\n`
}

/** Every tenth block of the long page has another word. */
function changedText({ blocks, changed }: Sizes): string {
  const every = blocks / changed
  const isChanged = (at: number) => at % every === 1
  const texts = longText(blocks).split(/\n\n(?=#|-|```|\||{%|Paragraph)/)
  return texts.map((text, at) => (isChanged(at) ? text.replace('long', 'very long') : text)).join('\n\n')
}
