import {
  type Highlighter,
  openHighlighter,
  renderChanges,
  renderMissing,
  renderPage,
  renderSearch,
  renderSearchFragment,
} from '@stemma/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../common/errors.ts'
import { prefersMarkdown } from '../../../http/accept.ts'
import { countStranger } from '../../../http/allowance.ts'
import { sendMcpHint } from '../../../http/mcp-hint.ts'
import type { Core } from '../../../http/route.ts'
import { momentOf } from '../../../http/visitor.ts'
import { decoded } from '../../../publishing/addresses.ts'
import { onSiteHosts } from '../../../publishing/site-hosts.ts'
import { type Insight, openInsight } from '../site-insights/index.ts'
import { sendCall } from './calling.ts'
import { countDrawn, countKnown, countMissing, countSearch, openPageIds, takeFeedback } from './counting.ts'
import { askedUrl, contextOf, type Entrance, enter } from './entering.ts'
import { sendSiteFile } from './files.ts'
import { type SiteFinder, siteFinder } from './finding.ts'
import { findOperations } from './finding-operations.ts'
import { languageOf, offersHistory, toSiteView } from './framing.ts'
import { leave, pathOf, settleIn } from './keeping.ts'
import { type MachineOutput, machineOutputs, seenBy } from './machines.ts'
import { beginSignIn, bringsSignIn, forgetVisit, returnSignedIn, signInStepOf } from './member-visits.ts'
import { type SiteMemory, siteMemory } from './memory.ts'
import { hashOf, type Opened, openSite } from './opening.ts'
import type { Moment } from './past-views.ts'
import { askForPDF, showPDF } from './pdf-downloads.ts'
import { openPictures, type Pictures, sendPicture } from './picturing.ts'
import { hrefOf, isReached } from './placing.ts'
import { openPreview } from './previewing.ts'
import { type Found, formerInstead, formerMarkdown, readMarkdown, readPage } from './reading.ts'
import { awayTo, redirectFor, sendAway } from './redirecting.ts'
import { type Kind, refuse, sendAsset, sendGate, sendKnown, sendNew } from './replying.ts'
import { findInSite, nearestTo } from './searching.ts'
import { shadowedPath } from './shadowing.ts'
import { changesView, insteadOf, momentOf as pastMoment, sendToDay } from './showing-past.ts'
import { toTree } from './tree.ts'
import { openTried, triedIn } from './trying.ts'

/** The pages of published sites, on hosts of their own and below the path of sites. */
export function mountSitePages(app: FastifyInstance, core: Core) {
  const highlighter = openHighlighter()
  app.addHook('onClose', async () => highlighter.close())
  const findSite = siteFinder(core, core.sitesCacheBytes / 8)
  const insight = openInsight(core)
  app.addHook('onClose', () => insight.stop())
  const memory = siteMemory(core.sitesCacheBytes)
  const pictures = openPictures(core.sitesCacheBytes / 8)
  const server = { ...core, highlighter, findSite, memory, insight, pageIds: openPageIds(), pictures }
  const { hostname, pathname } = new URL(core.addresses.sites)
  app.register(async (pages) => mountBelow(pages, server, { base: '/', isHost: true, route: onSiteHosts }))
  if (core.addresses.isSitesHost(hostname)) return
  const base = `${pathname.replace(/\/$/, '')}/`
  app.register(async (pages) => mountBelow(pages, server, { base, isHost: false, route: {} }))
}

/** Where sites are. */
interface Ground {
  /** The path that begins and ends with a slash. */
  readonly base: string
  /** Whether the host belongs to sites alone. */
  readonly isHost: boolean
  readonly route: typeof onSiteHosts | Record<string, never>
}

function mountBelow(pages: FastifyInstance, core: Drawing, ground: Ground) {
  const { base, route } = ground
  pages.setErrorHandler((error, request, reply) => {
    if (!(error instanceof ApiError)) throw error
    request.refusal = error.reason
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
    return sendGate(reply, base, error.status)
  })
  const parse = { parseAs: 'string', bodyLimit: formBytesMax } as const
  pages.addContentTypeParser('application/x-www-form-urlencoded', parse, (_request, body, done) =>
    done(null, body),
  )
  pages.get(`${base}*`, route, (request, reply) => answer(core, request, reply, ground))
  pages.post(`${base}*`, route, (request, reply) => answerPost(core, request, reply, ground))
}

const formBytesMax = 8192

/** What pages are drawn with. */
interface Drawing extends Core {
  readonly highlighter: Highlighter
  readonly findSite: SiteFinder
  readonly memory: SiteMemory
  readonly insight: Insight
  readonly pageIds: ReturnType<typeof openPageIds>
  readonly pictures: Pictures
}

async function answer(core: Drawing, request: FastifyRequest, reply: FastifyReply, ground: Ground) {
  const [path = ''] = request.originalUrl.split('?')
  const asset = sendAsset(path, reply)
  if (asset !== undefined) return asset
  countStranger(core, request, reply)
  const moment = momentOf(core, request)
  const entrance = await enter(core, request, moment, ground)
  const asked = { core, request, reply, url: entrance?.url ?? askedUrl(core, request, ground.isHost) }
  const step = signInStepOf(asked.url)
  if (step === 'begin') return beginSignIn(asked)
  if (step === 'return') return returnSignedIn(asked, visitPathOf(core, entrance))
  if (entrance === undefined) return sendGate(reply, ground.base)
  core.shares.note(request, contextOf(moment, entrance, ''))
  const settled = settleIn(entrance, reply)
  if (settled !== undefined) return settled
  const tried = triedIn(entrance)
  if (tried !== undefined) return showTried({ core, request, reply, moment, entrance }, tried)
  if (entrance.refusal !== undefined) return refuse(entrance, reply, ground.base)
  const opened = openSite(entrance)
  if (opened === undefined) return sendGate(reply, ground.base)
  return show({ core, request, reply, moment, entrance, opened })
}

/** The hosts of proxies also have other applications, which need not see who reads the site. */
function visitPathOf({ addresses }: Core, entrance: Entrance | undefined): string {
  const isOwn = entrance === undefined || addresses.isOwnHost(entrance.url.hostname)
  return isOwn ? '/' : pathOf(entrance.base)
}

/** What is posted: the forms that end a visit and say whether a page helped, and what assistants ask. */
async function answerPost(core: Drawing, request: FastifyRequest, reply: FastifyReply, ground: Ground) {
  countStranger(core, request, reply)
  const moment = momentOf(core, request)
  const entrance = await enter(core, request, moment, ground)
  const [what, name] = entrance?.rest.slice(-2) ?? []
  if (entrance === undefined || what !== '~site') return sendGate(reply, ground.base)
  if (name === 'leave') {
    await forgetVisit({ core, request, url: entrance.url })
    return leave(entrance, reply)
  }
  const isOffered = name === 'mcp' || name === 'feedback' || name === 'pdf'
  const opened = isOffered && entrance.refusal === undefined ? openSite(entrance) : undefined
  if (opened === undefined) return sendGate(reply, ground.base)
  if (request.bodyError !== undefined) throw request.bodyError
  core.shares.note(request, contextOf(moment, entrance, ''))
  const reader = contextOf(moment, entrance, opened.chosen.siteSpace.spaceId)
  if (name === 'feedback') return takeFeedback({ core, request, entrance, opened }, reader, reply)
  if (name === 'pdf') {
    return core.shares.run(request, () => askForPDF({ core, request, reply, entrance, opened }, reader))
  }
  const { answerMcp } = await import('./mcp.ts')
  return answerMcp({ core, request, reply, moment, entrance, opened })
}

interface Visiting {
  readonly core: Drawing
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly moment: ReturnType<typeof momentOf>
  readonly entrance: Entrance
  readonly opened: Opened
}

/** Nobody learns whether a site could be tried out: what they can't open looks like nothing. */
async function showTried(visiting: Omit<Visiting, 'opened'>, name: string) {
  const { entrance, reply, request, core } = visiting
  const found = await core.shares.run(request, () => openTried(visiting, name))
  if (found === undefined) return sendGate(reply, entrance.base)
  const below = entrance.rest.slice(found.opened.chosen.taken).map(decoded)
  return show({ ...visiting, ...found }, below.slice(triedIsBefore))
}

/** The segments `~site`, `try` and what is tried. */
const triedIsBefore = 3

/** Shows what the path below the space leads to. */
async function show(
  visiting: Visiting,
  below: readonly string[] = visiting.entrance.rest.slice(visiting.opened.chosen.taken).map(decoded),
): Promise<FastifyReply> {
  const { entrance, opened } = visiting
  const { chosen } = opened
  const [file = ''] = entrance.rest
  const output = entrance.rest.length === 1 ? machineOutputs.get(file) : undefined
  if (output !== undefined) return showForMachines(visiting, file, output)
  if (below[0] === '~site') return showBeside(visiting, below.slice(1))
  const pathname = below.join('/')
  const href = hrefOf(opened, chosen.siteSpace, pathname)
  const isHome = entrance.rest.length === 0
  if (!isHome && entrance.url.pathname !== href) return sendToCanonical(visiting, pathname, href)
  if (pathname.endsWith('.md')) {
    return showMarkdown(visiting, pathname.slice(0, -'.md'.length), (wanted) =>
      sendElsewhere(visiting, wanted),
    )
  }
  return showAt(visiting, pathname)
}

function showAt(visiting: Visiting, pathname: string) {
  const asPage = () => showPage(visiting, pathname)
  const isMarkdown = prefersMarkdown(visiting.request.headers.accept)
  return isMarkdown ? showMarkdown(visiting, pathname, asPage) : asPage()
}

/** Each page has one URL. What others once led to is not here, but where its page is now. */
async function sendToCanonical(visiting: Visiting, pathname: string, href: string) {
  const { core, request, reply, entrance, opened } = visiting
  const wanted = { framed: opened, context: readerOf(visiting), pathname }
  const own = await core.shares.run(request, () => shadowedPath(visiting, wanted.context))
  if (own !== undefined) return showAt(visiting, own)
  const former = await core.shares.run(request, () => formerInstead(wanted, entrance.rest.join('/')))
  const away = awayTo(visiting, former?.href)
  if (away) return sendAway(reply, away)
  if (!isReached(opened, opened.chosen.siteSpace.spaceId, href)) return showAt(visiting, pathname)
  return reply.redirect(`${href}${entrance.url.search}`, 308)
}

/** What programs read of the site as a whole. A site that is not public has no sitemap. */
async function showForMachines(visiting: Visiting, file: string, output: MachineOutput) {
  const { core, request, reply, moment, entrance, opened } = visiting
  const { isIndexed, isForAll, withHistory } = opened
  const isKept = !(output.isForPublic && !isIndexed) && !(output.isHistory && withHistory.size === 0)
  if (!isKept) return sendGate(reply, opened.base)
  const type = `${output.type}; charset=utf-8`
  const kind: Kind = { version: hashOf(`${opened.version} ${file}`), type, policy: nothingAllowed, isForAll }
  const known = sendKnown(core.memory.pages, request, reply, kind)
  if (known !== undefined) return known
  return core.shares.run(request, async () => {
    const text = await output.render(seenBy(moment, entrance, opened, core.memory))
    return sendNew(core.memory.pages, request, reply, { ...kind, text })
  })
}

/** The text of a page as it is written, without what is hidden from the visitor. */
async function showMarkdown(
  visiting: Visiting,
  pathname: string,
  otherwise: (wanted: Parameters<typeof formerMarkdown>[0]) => FastifyReply | Promise<FastifyReply>,
) {
  const { core, request, reply, opened } = visiting
  const { version, isForAll } = opened
  const kind: Kind = {
    version: hashOf(`${version} ${pathname}.md`),
    type: 'text/markdown; charset=utf-8',
    policy: nothingAllowed,
    isForAll,
  }
  const known = sendKnown(core.memory.pages, request, reply, kind)
  if (known !== undefined) return known
  const wanted = { framed: opened, context: readerOf(visiting), memory: core.memory, pathname, version }
  const text = await core.shares.run(request, () => readMarkdown(wanted))
  if (text === undefined) return otherwise(wanted)
  return sendNew(core.memory.pages, request, reply, { ...kind, text })
}

/** The Markdown of a page that is no longer here, like the page itself. */
async function sendElsewhere(visiting: Visiting, wanted: Parameters<typeof formerMarkdown>[0]) {
  const away = (await redirectFor(visiting)) ?? awayTo(visiting, await formerMarkdown(wanted))
  return away ? sendAway(visiting.reply, away) : sendGate(visiting.reply, visiting.opened.base)
}

/** The visitor as a reader of the space that their URL names. */
function readerOf({ moment, entrance, opened }: Visiting) {
  return contextOf(moment, entrance, opened.chosen.siteSpace.spaceId)
}

/** Organizations share the time of the process for everything that is not in memory. */
async function showPage(visiting: Visiting, pathname: string) {
  const { core, request, reply, opened } = visiting
  const kind = pageKind(opened, pathname)
  const known = sendKnown(core.memory.pages, request, reply, kind)
  if (known === undefined) return core.shares.run(request, () => drawPage(visiting, kind, pathname))
  // The page is on its way: nobody waits for the count, and a page that can't be counted is still shown.
  countKnown(visiting, () => readerOf(visiting), { version: kind.version, pathname }).catch(() => {})
  return known
}

function pageKind({ version, policy, isForAll }: Opened, name: string): Kind {
  return { version: hashOf(`${version} ${name}`), type: 'text/html; charset=utf-8', policy, isForAll }
}

async function drawPage(visiting: Visiting, kind: Kind, pathname: string, at?: Moment) {
  const { core, request, reply, opened } = visiting
  const context = readerOf(visiting)
  const { highlighter, memory } = core
  const { canonicalUrl, version } = opened
  const found = await readPage({
    framed: opened,
    context,
    highlighter,
    memory,
    pathname,
    canonicalUrl,
    version,
    at,
  })
  if (found.kind === 'moved') return reply.redirect(found.href, 308)
  if (found.kind === 'missing') {
    if (at !== undefined) return reply.redirect(hrefOf(opened, opened.chosen.siteSpace, pathname), 307)
    const away = (await redirectFor(visiting)) ?? awayTo(visiting, found.former?.href)
    return away ? sendAway(reply, away) : sendMissing(visiting, kind, found, pathname)
  }
  if (at === undefined) countDrawn(visiting, kind.version, found)
  return sendNew(core.memory.pages, request, reply, { ...kind, text: renderPage(found.view) })
}

async function sendMissing(visiting: Visiting, { policy, type }: Kind, found: Missing, path: string) {
  const { reply, opened } = visiting
  countMissing(visiting)
  const nearest = await nearestTo(readerOf(visiting), opened, path)
  const language = languageOf(opened)
  const view = { site: found.site, language, tree: toTree(found.branches), path, nearest }
  return reply
    .code(404)
    .headers({ 'cache-control': 'no-store', 'content-security-policy': policy })
    .type(type)
    .send(renderMissing(view))
}

type Missing = Extract<Found, { readonly kind: 'missing' }>

/** What belongs to a site and is no page. */
async function showBeside(visiting: Visiting, path: readonly string[]) {
  const { core, request, reply, opened } = visiting
  const [what, name = ''] = path
  if (what === 'files') return core.shares.run(request, () => sendSiteFile(visiting, name))
  if (what === 'search') return core.shares.run(request, () => showSearch(visiting))
  const at = what === 'at' && opened.preview === undefined ? pastMoment(name, core.clock()) : undefined
  if (at !== undefined || (what === 'at' && path.length === 1)) return showDay(visiting, at, path.slice(2))
  if (what === 'change' || what === 'at') return showPreview(visiting, path)
  const draw = (send: typeof showPDF) =>
    core.shares.run(request, () => send(visiting, readerOf(visiting), path.slice(1)))
  if (what === 'picture') return draw((_, reader) => sendPicture(visiting, reader, name))
  if (what === 'pdf') return draw(showPDF)
  if (what === 'call') return draw(sendCall)
  if (what === 'changes' && path.length === 1 && opened.withHistory.size > 0) return showChanges(visiting)
  if (what === 'mcp') return sendMcpHint(reply, mcpHint)
  return sendGate(reply, opened.base)
}

const nothingAllowed = "default-src 'none'"
const mcpHint = 'Assistants read this site here, with the Model Context Protocol. Add this URL to yours.\n'

/** A page as it was, or the way to it from the form of a page. */
function showDay(visiting: Visiting, at: Moment | undefined, below: readonly string[]) {
  const { opened, entrance, reply } = visiting
  if (!offersHistory(opened)) return sendGate(reply, opened.base)
  if (at === undefined) return sendToDay(opened, entrance.url.searchParams, reply)
  return showPast(visiting, at, below.join('/'))
}

/** A page as it was. The same visitors see it who see the current one, and nothing in it that they don't. */
async function showPast(visiting: Visiting, at: Moment, pathname: string) {
  const { core, request, reply, opened } = visiting
  const away = insteadOf(at, { opened, pathname, now: core.clock() })
  if (away !== undefined) return reply.header('cache-control', 'no-store').redirect(away, 303)
  const kind = pageKind(opened, `${at.before.toISOString()} ${at.today} ${pathname}`)
  const known = sendKnown(core.memory.pages, request, reply, kind)
  return known ?? core.shares.run(request, () => drawPage(visiting, kind, pathname, at))
}

/** What was merged, for people; programs read it as a feed. */
async function showChanges(visiting: Visiting) {
  const { core, request, reply, moment, entrance, opened } = visiting
  const kind = pageKind(opened, '~site/changes')
  const known = sendKnown(core.memory.pages, request, reply, kind)
  if (known !== undefined) return known
  return core.shares.run(request, async () => {
    const text = renderChanges(await changesView(seenBy(moment, entrance, opened, core.memory)))
    return sendNew(core.memory.pages, request, reply, { ...kind, text })
  })
}

async function showPreview(visiting: Visiting, path: readonly string[]) {
  const { core, request, opened, reply } = visiting
  const asked = { core, request, reply, url: visiting.entrance.url }
  if (!bringsSignIn(asked)) return beginSignIn(asked)
  const open = () => core.shares.run(request, () => openPreview(visiting, path.slice(0, 2)))
  const preview = opened.preview === undefined ? await open() : undefined
  if (preview === undefined) return sendGate(reply, opened.base)
  return show({ ...visiting, opened: preview }, path.slice(2))
}

/** Results change with every merge, and tell what somebody looked for: nothing keeps them. */
async function showSearch(visiting: Visiting) {
  const { entrance, opened, reply } = visiting
  const query = entrance.url.searchParams.get('q') ?? ''
  const { moment, core } = visiting
  const operations = await findOperations({ moment, entrance, opened, memory: core.memory }, query)
  const results = [...(await findInSite(readerOf(visiting), opened, query)), ...operations]
  countSearch(visiting, query, results.length)
  const view = { site: toSiteView(opened), language: languageOf(opened), query, results }
  const isFragment = entrance.url.searchParams.has('fragment')
  return reply
    .headers({ 'cache-control': 'no-store', 'content-security-policy': opened.policy })
    .type('text/html; charset=utf-8')
    .send(isFragment ? renderSearchFragment(view) : renderSearch(view))
}
