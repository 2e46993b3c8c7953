import { pathOf } from '@stemma/content'
import { type PDFView, renderPDF } from '@stemma/site'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import { sendFile } from '../../../files/download-route.ts'
import { safeNameOf } from '../../../files/file-name.ts'
import type { Core } from '../../../http/route.ts'
import { seenLevel, seenPageById, seenTitle } from '../../content/content/index.ts'
import { askForVisitor, findVisitorPDF, operationMark, type VisitorPDF } from '../../content/pdfs/index.ts'
import { specOf } from '../../integrations/openapi-specs/index.ts'
import type { Entrance } from './entering.ts'
import { languageOf, offersPDF, siteNameOf, toSiteView } from './framing.ts'
import type { SiteMemory } from './memory.ts'
import type { Opened } from './opening.ts'
import { besideOf, hrefOf } from './placing.ts'
import { homeFor, openShown } from './reading.ts'
import { openReference } from './references.ts'

interface Asked {
  readonly core: Core & { readonly memory: SiteMemory }
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly entrance: Entrance
  readonly opened: Opened
}

/**
 * Shows what becomes of a PDF: `<page>` lets the visitor choose, `<page>/page` and `<page>/pages` wait until
 * it is there, and `file` below them is the PDF. Each request decides again what the visitor sees.
 */
export async function showPDF(asked: Asked, context: Context, path: readonly string[]) {
  const { core, reply, request, opened } = asked
  const [pageId = '', of = '', file] = path
  const page = await openPage(asked, context, pageId)
  const only = of === 'page'
  if (!only && of !== 'pages') return sendView(asked, page, { state: 'absent' })
  const found = await findVisitorPDF(core.db, wantedOf(asked, page, only), core.clock())
  const href = besideOf(opened, opened.chosen.siteSpace, `pdf/${pageId}/${of}`)
  if (file === undefined) {
    if (found.state === 'waiting') reply.header('refresh', String(waitSeconds))
    if (found.state === 'ready') reply.header('refresh', `0; url=${href}/file`)
    const before = found.state === 'waiting' ? found.before : 0
    return sendView(asked, page, { state: found.state, before, file: `${href}/file` })
  }
  if (found.state !== 'ready') return away(reply, href)
  const { blobId, hash, size } = found
  const name = safeNameOf(`${page.title.slice(0, nameMax)}.pdf`)
  const pdf = { contentId: blobId, hash, size, name, contentType: 'application/pdf', expiresInSeconds: 0 }
  return sendFile(core.files.blobs, pdf, request, reply)
}

const waitSeconds = 2
const nameMax = 100

/** Has a PDF made, and leads to where the visitor waits for it. */
export async function askForPDF(asked: Asked, context: Context) {
  const { core, request, reply, opened } = asked
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new ApiError('forbidden', fromElsewhere)
  const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
  const page = await openPage(asked, context, form.get('page') ?? '')
  const only = form.get('of') !== 'pages'
  const outcome = await askForVisitor(core.db, wantedOf(asked, page, only), core.clock())
  if (outcome === 'busy') {
    reply.code(429).header('retry-after', String(busySeconds))
    return sendView(asked, page, { state: 'busy' })
  }
  const place = `pdf/${page.id}/${only ? 'page' : 'pages'}`
  return away(reply, besideOf(opened, opened.chosen.siteSpace, place))
}

const busySeconds = 120
const fromElsewhere = 'A PDF is asked for on the site itself.'

type Opening = Awaited<ReturnType<typeof openPage>>

/** The page as this visitor sees it, or an operation of its API; there is none if they don't. */
async function openPage({ core, opened }: Asked, context: Context, name: string) {
  if (!offersPDF(opened)) throw new ApiError('not_found', 'This site has no PDFs.')
  const [pageId = '', slug] = name.split(operationMark)
  const view = await openShown(context, opened)
  const { id, record, above } = await seenPageById(context, view, pageId)
  if (record.type !== 'document') throw new ApiError('not_found', 'Only pages have a PDF.')
  const { memory } = core
  const { version } = opened
  const home = await homeFor({ framed: opened, context, memory, version, pathname: '' }, view)
  const isHome = home?.page?.id === id
  const path = pathOf(record, above)
  const spec = specOf(record)
  const api = spec === undefined ? undefined : await openReference(context, memory.references, spec)
  const { siteSpace } = opened.chosen
  if (slug !== undefined) {
    const entry = api?.reference.entries.get(slug)
    if (entry === undefined) throw new ApiError('not_found', 'The API has no such operation.')
    const href = hrefOf(opened, siteSpace, `${path}/${slug}`)
    return { id: name, view, title: entry.title, href, isHome: false, hasPagesBelow: false }
  }
  const below = await seenLevel(context, view, { id, path })
  const hasOperations = (api?.reference.entries.size ?? 0) > 0
  return {
    id,
    view,
    title: seenTitle(record, context),
    href: hrefOf(opened, siteSpace, isHome ? '' : path),
    isHome,
    hasPagesBelow: isHome || hasOperations || below.some((one) => !one.record.hidden),
  }
}

/** With the home page come all pages of its space. */
function wantedOf({ entrance, opened }: Asked, { view, id, isHome }: Opening, only: boolean): VisitorPDF {
  const { key, door, visitor, site } = entrance
  const { language = null } = opened.spaces.get(opened.chosen.siteSpace.spaceId) ?? {}
  const shared = { site: key, title: siteNameOf(opened), language, revision: view.revision }
  const { version } = site
  return { ...shared, version, audience: { door, visitor }, page: isHome && !only ? '' : id, only }
}

function sendView(
  { reply, opened }: Asked,
  { id, title, href, hasPagesBelow }: Opening,
  shown: Pick<PDFView, 'state' | 'before' | 'file'>,
) {
  const action = besideOf(opened, opened.chosen.siteSpace, 'pdf')
  const view = {
    site: toSiteView(opened),
    language: languageOf(opened),
    page: { title, href },
    form: { action, pageId: id, hasPagesBelow },
    ...shown,
  }
  return reply
    .headers({ 'cache-control': 'no-store', 'content-security-policy': opened.policy })
    .type('text/html; charset=utf-8')
    .send(renderPDF(view))
}

/** The address of a page of PDFs is the same for everybody: nothing may keep what it shows to one. */
function away(reply: FastifyReply, href: string) {
  return reply.header('cache-control', 'no-store').redirect(href, 303)
}
