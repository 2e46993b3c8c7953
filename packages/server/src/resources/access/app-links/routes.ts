import { operations } from '@stemma/contract'
import { html } from '@stemma/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, requireAccess } from '../../../auth/access.ts'
import { ApiError } from '../../../common/errors.ts'
import type { Core } from '../../../http/route.ts'
import { credentialsOf } from '../../../http/visitor.ts'
import { publicationsOf } from '../../sites/site-structure/index.ts'
import * as sites from '../../sites/sites/index.ts'
import { show, visitorOf } from '../sign-in/index.ts'
import { type Linked, linkedAt, type Target } from './rules.ts'

/**
 * Makes the URLs of the application (`urls.app`) lead somewhere: to the console, or, without it, to the page
 * of the published site that shows the same, or else to a page that says where to read it. If another server
 * has the application, it answers.
 */
export function mountAppLinks(app: FastifyInstance, core: Core) {
  const { console: consoleAt } = core.addresses
  app.get('/', (_request, reply) => reply.redirect(consoleAt ?? core.addresses.login(), 303))
  const application = new URL(core.addresses.app)
  if (application.host !== new URL(core.addresses.login()).host) return
  const base = application.pathname.replace(/\/$/, '')
  const follow = (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.originalUrl.split('?')
    if (consoleAt) return reply.redirect(`${consoleAt}${path.slice(base.length + 1)}`, 303)
    return answer(core, request, reply, path.slice(base.length + 1))
  }
  app.get(`${base}/o/*`, follow)
  app.get(`${base}/integrations/*`, follow)
}

async function answer(core: Core, request: FastifyRequest, reply: FastifyReply, path: string) {
  const { caller } = await visitorOf(core, request, reply)
  if (caller === undefined) {
    const login = new URL(core.addresses.login())
    login.searchParams.set('next', request.originalUrl)
    return reply.header('cache-control', 'no-store').redirect(login.href, 303)
  }
  const linked = linkedAt(path, core.addresses)
  if (linked === undefined || !(await maySee(core, request, linked))) {
    return show(reply.code(404), 'Nothing here', nothing)
  }
  const published = await publishedAt(core, linked)
  if (published !== undefined) return reply.header('cache-control', 'no-store').redirect(published, 303)
  return show(reply, 'No page shows this yet', unpublished(linked))
}

const nothing = html`<p>This doesn't exist, or you don't have access to it. Check the address.</p>`

function unpublished({ kind, location }: Linked) {
  const advice = kind === 'other' ? '' : ' Publish it with a site to read it here.'
  return html`<p>Programs read it at <a href="${location}">${location}</a>.${advice}</p>`
}

/** The operation that would read it decides who may follow the link. Other things are not looked up. */
async function maySee(core: Core, request: FastifyRequest, linked: Target): Promise<boolean> {
  if (linked.kind === 'other') return true
  const operation = linked.kind === 'space' ? operations.getSpaceById : operations.getOrganizationById
  const lookup = {
    path: operation.path,
    params: { ...linked },
    now: core.clock().toISOString(),
    deleted: false,
  }
  const { cookie } = credentialsOf(request, core)
  try {
    const found = await authenticate(core, { authorization: undefined, cookie }, lookup)
    requireAccess(operation, found, core.addresses)
    return linked.kind === 'site' || found.home === linked.organizationId
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

async function publishedAt({ db, addresses }: Core, linked: Linked): Promise<string | undefined> {
  if (linked.kind === 'site') {
    const site = await sites.find(db, linked)
    return site && sites.publishedAddress(site, addresses)
  }
  if (linked.kind !== 'space') return undefined
  const { organizationId, spaceId, below } = linked
  const publications = await publicationsOf(db, organizationId, [spaceId], addresses)
  const published = publications.get(spaceId)?.urls.published
  return published && (below === '' ? published : `${published}/${below}`)
}
