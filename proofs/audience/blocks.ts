import { createHash } from 'node:crypto'
import { type Operation, operations, paramNames } from '@stemma/contract'
import { type AudienceSite, conditions } from '../../packages/server/src/test/audience-site.ts'
import type { Server } from '../../packages/server/src/test/harness.ts'
import { indexNow } from '../../packages/server/src/test/indexing.ts'
import { givenReusableContent } from '../../packages/server/src/test/reusable-content.ts'
import { page } from '../../packages/server/src/test/writing.ts'
import { type Block, blockNames } from './oracle.ts'
import { makePast } from './past.ts'

/** The positions in a text where a conditional block can be. */
const places = ['alone', 'heading', 'list', 'quote', 'hint', 'tab', 'cell', 'inline', 'piece'] as const
type Place = (typeof places)[number]

/** A word that occurs in one block at one position, and nowhere else. */
export interface Canary {
  readonly place: Place | 'broken'
  readonly block: Block
  readonly word: string
}

/** Returns words so different that fuzzy search never matches one for another. */
function wordFor(place: string, block: string): string {
  const digits = createHash('sha256').update(`${place} ${block}`).digest('hex').slice(0, 14)
  return [...digits].map((digit) => 'bcdfghjklmnpqrst'[Number.parseInt(digit, 16)]).join('')
}

const canary = (place: Canary['place'], block: Block): Canary => ({
  place,
  block,
  word: wordFor(place, block),
})
export const canaries: readonly Canary[] = [
  ...places.flatMap((place) =>
    blockNames.filter((one) => !isBroken(one)).map((block) => canary(place, block)),
  ),
  ...blockNames.filter(isBroken).map((block) => canary('broken', block)),
]

function isBroken(block: Block): boolean {
  return block === 'unclosed' || block === 'stray'
}

/** Returns the text for one position, with every block that is closed correctly. */
function textFor(place: Place): string {
  const end = place === 'inline' || place === 'cell' ? ' ' : '\n'
  const word = (block: Block) => `${place === 'heading' ? '## ' : ''}${wordFor(place, block)}${end}`
  const chain = (name: 'true' | 'false' | 'unknown') =>
    `{% if ${conditions[name]} %}${end}${word(name)}` +
    `{% else %}${end}${word(`else of ${name}`)}{% endif %}${end}`
  const nested =
    `{% if ${conditions.true} %}${end}{% if ${conditions.false} %}${end}${word('false in true')}` +
    `{% else %}${end}${word('else in true')}{% endif %}${end}{% endif %}${end}`
  const blocks = [word('none'), chain('true'), chain('false'), chain('unknown'), nested].join(end)
  const lines = (mark: string) => blocks.replaceAll(/^/gm, mark)
  const frames: Readonly<Record<Place, string>> = {
    alone: blocks,
    heading: blocks,
    list: `- item\n${lines('  ')}`,
    quote: lines('> '),
    hint: `{% hint style="info" %}\n${blocks}{% endhint %}\n`,
    tab: `{% tabs %}\n{% tab title="Tab" %}\n${blocks}{% endtab %}\n{% endtabs %}\n`,
    cell: `| a |\n|---|\n| ${blocks} |\n`,
    inline: `Words ${blocks} words.\n`,
    piece: blocks,
  }
  return `${frames[place]}\n`
}

/** Creates the pages and the reusable content that contain the words. */
export async function givenBlocks(server: Server, site: AudienceSite) {
  const { admin, organizationId, places: sections } = site
  const { spaceId } = sections.none
  const api = server.as(admin)
  const stray = `${wordFor('broken', 'stray')} {% endif %}\n\n`
  const broken = `${stray}{% if ${conditions.true} %}\n${wordFor('broken', 'unclosed')}\n`
  const reusableContentId = await givenReusableContent(
    server,
    { spaceId, userId: admin.id },
    { markdown: textFor('piece') },
  )
  const include = `{% include "/reusable-contents/${reusableContentId}" %}\n`
  const texts = places.filter((place) => place !== 'piece').map(textFor)
  const { ids, written } = await writeTwice(server, site, [`${texts.join('\n')}${include}`, broken])
  await indexNow(server, organizationId, spaceId)
  const { documentId = '' } = (await api.getPageById({ params: { spaceId, pageId: ids[0] ?? '' } })) as {
    documentId?: string
  }
  const { id: changeRequestId } = await api.createChangeRequest({
    params: { spaceId },
    body: { subject: 'x' },
  })
  const known = { spaceId, revisionId: written.revision, reusableContentId, documentId, changeRequestId }
  return { known, pages: { blocks: ids[0] ?? '', broken: ids[1] ?? '' } }
}

/** First without conditions, long ago. Then everybody saw what conditions hide now. */
async function writeTwice(server: Server, site: AudienceSite, texts: readonly [string, string]) {
  const params = { spaceId: site.places.none.spaceId }
  const api = server.as(site.admin)
  const openTexts = texts.map((text) => ({
    markdown: `${text}\n${textFor('piece')}`.replaceAll(conditionTag, ''),
  }))
  const inserted = openTexts.map((document, at) => {
    const name = at === 0 ? 'Blocks' : 'Broken'
    return page(name, { slug: name.toLowerCase(), document })
  })
  const first = await api.updateSpaceContent({ params, body: { changes: inserted } })
  const ids = first.changes.map((change) => (change.operation === 'created_page' ? change.page.id : ''))
  await makePast(server, site)
  const changes = texts.map((markdown, at) => ({
    operation: 'update_page' as const,
    page: ids[at] ?? '',
    document: { markdown },
  }))
  return { ids, written: await api.updateSpaceContent({ params, body: { changes } }) }
}

const conditionTag = /\{% (?:if|else|endif)[^%]*%\}/g

export type Blocks = Awaited<ReturnType<typeof givenBlocks>>

/** For each canary that could be in an output, whether it was. */
export type Findings = ReadonlyMap<Canary, boolean>

/** Reads the outputs that show texts of pages and reusable content, each in every format. */
export async function textOutputs(
  server: Server,
  blocks: Blocks,
  secret: string,
): Promise<Map<string, Findings>> {
  const outputs = new Map<string, Findings>()
  for (const name of textOperations) {
    for (const form of formsOf(name)) {
      const isPiece = name === 'getReusableContentDocumentInRevisionById'
      const first = await send(server, name, pageParams(blocks, 'blocks'), form, secret)
      const text = isPiece
        ? first
        : first + (await send(server, name, pageParams(blocks, 'broken'), form, secret))
      // The page shows the piece too if it is asked for in its place.
      const isWhole = form.startsWith(dereferenced)
      const wanted = canaries.filter(({ place }) => (place === 'piece') === isPiece || (isWhole && !isPiece))
      outputs.set(`${name}${form}`, new Map(wanted.map((one) => [one, text.includes(one.word)])))
    }
  }
  return outputs
}

const textOperations = [
  'getPageById',
  'getPageByPath',
  'getPageInRevisionById',
  'getPageInRevisionByPath',
  'getPageDocumentInRevisionById',
  'getReusableContentDocumentInRevisionById',
] as const

const dereferenced = '?dereferenced=reusable-contents'

function formsOf(name: (typeof textOperations)[number]): readonly string[] {
  const all = ['?evaluated=false', '?evaluated=true', `${dereferenced}&evaluated=deterministic-only`]
  if (name.includes('Document')) return all
  return all.flatMap((one) => [
    ...[`${one}&format=markdown`, `${one}&format=document`],
    `${one}&format=markdown&format.markdown.refs=stable`,
  ])
}

function pageParams({ known, pages }: Blocks, name: 'blocks' | 'broken') {
  return { ...known, pageId: pages[name], pagePath: name }
}

/** Reads every other output of a space or change request; none of them may show a text to a visitor. */
export async function otherOutputs(
  server: Server,
  blocks: Blocks,
  secret: string,
): Promise<Map<string, Findings>> {
  const outputs = new Map<string, Findings>()
  const all = Object.entries(operations) as [keyof typeof operations, Operation][]
  for (const [name, { method, path }] of all) {
    if (method !== 'GET' || !path.includes('{spaceId}') || textOperations.includes(name as never)) continue
    const text = await send(server, name, pageParams(blocks, 'blocks'), '', secret)
    outputs.set(name, new Map(canaries.map((one) => [one, text.includes(one.word)])))
  }
  return outputs
}

/** Tests whether the site's search finds a page by each word. Reusable content is not searched on its own. */
export async function searchOutput(
  server: Server,
  { params }: AudienceSite,
  secret: string,
  shareKey?: string,
) {
  const query = shareKey === undefined ? '' : `?shareKey=${encodeURIComponent(shareKey)}`
  const url = `/v1/orgs/${params.organizationId}/sites/${params.siteId}/search${query}`
  const found = new Map<Canary, boolean>()
  for (const one of canaries.filter(({ place }) => searched.includes(place))) {
    const payload = { query: one.word, scope: { mode: 'all' } }
    const headers = { authorization: `Bearer ${secret}` }
    const { statusCode, body } = await server.app.inject({ method: 'POST', url, payload, headers })
    found.set(one, statusCode === 200 && JSON.parse(body).count > 0)
  }
  return new Map([['blocks found', found]])
}

const searched: readonly Canary['place'][] = ['alone', 'heading', 'inline', 'broken']

async function send(
  { app }: Server,
  name: keyof typeof operations,
  known: Readonly<Record<string, string>>,
  query: string,
  secret: string,
): Promise<string> {
  const { path } = operations[name]
  const filled = paramNames(path).reduce(
    (url, one) => url.replace(`{${one}}`, known[one] ?? 'x'),
    path as string,
  )
  const { statusCode, body } = await app.inject({
    method: 'GET',
    url: `${filled}${query}`,
    headers: { authorization: `Bearer ${secret}` },
  })
  if (statusCode >= 500) throw new Error(`${filled} answered ${statusCode}: ${body}`)
  return statusCode === 200 ? body : ''
}
