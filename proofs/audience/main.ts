import {
  type AudienceSite,
  type Condition,
  conditionNames,
  givenAudienceSite,
} from '../../packages/server/src/test/audience-site.ts'
import { givenUser, serve } from '../../packages/server/src/test/harness.ts'
import { indexNow } from '../../packages/server/src/test/indexing.ts'
import { type Blocks, type Findings, givenBlocks, otherOutputs, searchOutput, textOutputs } from './blocks.ts'
import {
  type Facts,
  isBlockSeen,
  isSeen,
  isTold,
  type State,
  shares,
  tokens,
  visibilities,
} from './oracle.ts'
import {
  byCondition,
  contentOutputs,
  givenMentions,
  mentionOutputs,
  type Shown,
  siteOutputs,
} from './outputs.ts'
import { type Cookies, givenMerges, pageBlockOutputs, pageOutputs } from './pages.ts'
import { makePast } from './past.ts'
import { measure } from './scale.ts'
import { type Brought, type Resolved, resolveBoth, visitorsOf } from './visitors.ts'

/**
 * Tries every kind of visitor on every kind of site, through every output that shows a site or its content.
 * AUDIENCE_SHORT tries only some of them, for a quick check.
 */
const isShort = process.env.AUDIENCE_SHORT !== undefined
const server = await serve({ rateLimitPerMinute: 10_000_000 })
let cells = 0
const [hidden, leaks]: [string[], string[]] = [[], []]
try {
  const [site, other] = [await givenAudienceSite(server), await givenAudienceSite(server)]
  await givenMerges(server, site)
  await makePast(server, site)
  for (const { spaceId } of Object.values(site.places)) await indexNow(server, site.organizationId, spaceId)
  const brought = await visitorsOf(server, site, other)
  await tryAll(site, brought)
  await tryBlocks(site, brought, await givenBlocks(server, site))
  if (!isShort) await measure(server)
} finally {
  await server.stop()
}
for (const line of hidden) console.log(`wrongly hidden: ${line}`)
for (const line of leaks) console.log(`leak: ${line}`)
console.log(`audience: ${cells} cells, ${hidden.length} wrongly hidden, ${leaks.length} leaks`)
process.exitCode = hidden.length + leaks.length > 0 ? 1 : 0

async function tryAll(site: AudienceSite, brought: Brought) {
  const stranger = await givenUser(server)
  const kept = await keepTokens(site, brought)
  const known = { pageIds: await pagesOf(site), mentions: await givenMentions(server, site) }
  for (const state of states()) {
    await setState(site, state)
    const seenWith = new Map<string, ReadonlyMap<string, Shown>>()
    for (const share of sharesTried()) {
      const outputs = await siteOutputs(server, site, stranger.secret, brought.keys[share])
      compare(state, { share, token: 'none' }, outputs, ' with a key')
      for (const token of tokens) {
        const facts = { share, token }
        compare(state, facts, await resolveOutputs(site, brought, facts))
        compare(state, facts, await pageOutputs(server, site, cookiesOf(brought, facts)))
        const secret = kept.get(nameOf(facts)) ?? ''
        // Equal visitors get the same token, so its result is reused.
        const seen = seenWith.get(secret) ?? (await readWith(site, known, secret))
        seenWith.set(secret, seen)
        compare(state, facts, seen, ' with a content token')
      }
    }
  }
}

/** Tries the same visitors on conditional blocks, through every output of a text or derived from a text. */
async function tryBlocks(site: AudienceSite, brought: Brought, blocks: Blocks) {
  const stranger = await givenUser(server)
  const kept = await keepTokens(site, brought)
  for (const state of states()) {
    await setState(site, state)
    const seenWith = new Map<string, Awaited<ReturnType<typeof readBlocksWith>>>()
    for (const share of sharesTried()) {
      const found = await searchOutput(server, site, stranger.secret, brought.keys[share])
      compareBlocks(state, { share, token: 'none' }, found, ' with a key')
      for (const token of tokens) {
        const secret = kept.get(nameOf({ share, token })) ?? ''
        const seen = seenWith.get(secret) ?? (await readBlocksWith(site, blocks, secret, state))
        seenWith.set(secret, seen)
        compareBlocks(state, { share, token }, seen.texts, ' with a content token')
        const pages = await pageBlockOutputs(server, site, cookiesOf(brought, { share, token }))
        compareBlocks(state, { share, token }, pages, '')
        compareBlocks(undefined, { share, token }, seen.others, ' with a content token')
      }
    }
  }
  await requireWhole(site, blocks)
}

/** Outputs without text are tried only while the site is open to everybody. */
async function readBlocksWith(site: AudienceSite, blocks: Blocks, secret: string, state: State) {
  const [texts, found] = [await textOutputs(server, blocks, secret), await searchOutput(server, site, secret)]
  const isOpen = state.published && state.visibility === 'public'
  const others = isOpen ? await otherOutputs(server, blocks, secret) : new Map<string, Findings>()
  return { texts: new Map([...texts, ...found]), others }
}

/** Members edit the text, so they must see all of it. */
async function requireWhole(site: AudienceSite, blocks: Blocks) {
  const { secret } = site.admin
  for (const outputs of [
    await textOutputs(server, blocks, secret),
    await searchOutput(server, site, secret),
  ]) {
    for (const [output, findings] of outputs) {
      for (const [{ place, block }, isShown] of findings) {
        cells++
        if (!isShown) hidden.push(`a member; ${block} (${place}): ${output}`)
      }
    }
  }
}

/** Without a state, `outputs` must show nothing to any visitor. */
function compareBlocks(
  state: State | undefined,
  facts: Facts,
  outputs: ReadonlyMap<string, Findings>,
  how: string,
) {
  for (const [output, findings] of outputs) {
    for (const [{ place, block }, isShown] of findings) {
      cells++
      const isRight = state !== undefined && isBlockSeen(state, facts, block) && isTold(state, output)
      if (isShown === isRight) continue
      const set = state === undefined ? '' : `${textOf(state)}; `
      const cell = `${set}${nameOf(facts)}; ${block} (${place}): ${output}${how}`
      if (isShown) leaks.push(cell)
      else hidden.push(cell)
    }
  }
}

function states(): State[] {
  const all = visibilities.flatMap((visibility) => [
    { visibility, published: true, history: true },
    { visibility, published: false, history: true },
    { visibility, published: true, history: false },
  ])
  return isShort ? all.filter(({ published, history }, index) => (published && history) || index < 3) : all
}

function textOf({ visibility, published, history }: State): string {
  return `${visibility}, ${published ? '' : 'not '}published${history ? '' : ', without history'}`
}

function sharesTried() {
  return isShort ? shares.filter((share) => share === 'none' || share === 'right') : shares
}

function cookiesOf({ keys, tokens: all }: Brought, { share, token }: Facts): Cookies {
  return { key: keys[share], token: all[token] }
}

function nameOf({ share, token }: Facts): string {
  return `${share}, ${token}`
}

/** Content tokens issued while the site is open to everybody; later states test whether they still work. */
async function keepTokens(site: AudienceSite, brought: Brought): Promise<ReadonlyMap<string, string>> {
  await setState(site, { visibility: 'public', published: true, history: true })
  const kept = new Map<string, string>()
  for (const share of sharesTried()) {
    for (const token of tokens) {
      const [resolved] = await resolveBoth(
        server,
        addressWith(site, brought.keys[share]),
        brought.tokens[token],
      )
      kept.set(nameOf({ share, token }), resolved?.apiToken ?? '')
    }
  }
  return kept
}

function addressWith({ address }: AudienceSite, key: string | undefined, ...more: readonly string[]): string {
  return [address, ...(key === undefined ? [] : [key]), ...more].join('/')
}

/** An invalid key is treated as part of the path, so only the default section can be reached behind it. */
async function resolveOutputs(site: AudienceSite, { keys, tokens }: Brought, { share, token }: Facts) {
  const isKey = share === 'none' || share === 'right'
  const tried = isKey ? conditionNames : (['none'] as const)
  const outputs = new Map<string, Partial<Shown>>()
  for (const condition of tried) {
    const url = addressWith(site, keys[share], ...(isKey ? [condition] : []))
    const [post, get] = await resolveBoth(server, url, tokens[token])
    const isShown = (found: Resolved | undefined) => found?.siteSection === site.places[condition].id
    outputs.set('resolve POST', { ...outputs.get('resolve POST'), [condition]: isShown(post) })
    outputs.set('resolve GET', { ...outputs.get('resolve GET'), [condition]: isShown(get) })
  }
  return outputs
}

async function readWith(site: AudienceSite, { pageIds, mentions }: Known, secret: string) {
  return new Map([
    ...(await siteOutputs(server, site, secret)),
    ...(await contentOutputs(server, site, pageIds, secret)),
    ...(await mentionOutputs(server, site, mentions, secret)),
  ])
}

interface Known {
  readonly pageIds: Readonly<Record<Condition, string>>
  readonly mentions: Awaited<ReturnType<typeof givenMentions>>
}

function compare(state: State, facts: Facts, outputs: ReadonlyMap<string, Partial<Shown>>, how = '') {
  for (const [output, shown] of outputs) {
    for (const [condition, isShown] of Object.entries(shown) as [Condition, boolean][]) {
      cells++
      const isRight = isSeen(state, facts, condition) && isTold(state, output)
      if (isShown === isRight) continue
      const cell = `${textOf(state)}; ${nameOf(facts)}; ${condition}: ${output}${how}`
      if (isShown) leaks.push(cell)
      else hidden.push(cell)
    }
  }
}

async function setState({ params }: AudienceSite, { visibility, published, history }: State) {
  const customization = JSON.stringify({ history: { enabled: history } })
  await server.db
    .updateTable('sites')
    .set({ visibility, published, customization })
    .where('organization_id', '=', params.organizationId)
    .where('id', '=', params.siteId)
    .execute()
}

async function pagesOf({ admin, places }: AudienceSite): Promise<Readonly<Record<Condition, string>>> {
  const { pages } = await server.as(admin).listPages({ params: { spaceId: places.none.spaceId } })
  return byCondition((condition) => pages.find(({ title }) => title === condition)?.id ?? '')
}
