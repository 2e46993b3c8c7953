import { type Operation, operations } from '@stemma/contract'
import type { FastifyRequest } from 'fastify'
import { requireAccess, unauthenticated } from '../../../auth/access.ts'
import type { PublicContext } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import type { Core } from '../../../http/route.ts'
import * as revisions from '../../content/content/index.ts'
import * as changeRequests from '../../review/change-requests/index.ts'
import type { Entrance } from './entering.ts'
import type { Preview } from './framing.ts'
import { findSignedIn } from './member-visits.ts'
import { hashOf, type Opened } from './opening.ts'

interface Asked {
  readonly core: Core
  readonly request: FastifyRequest
  readonly moment: PublicContext
  readonly entrance: Entrance
  readonly opened: Opened
}

/**
 * The site with a change request (`change/7`) or an earlier revision (`at/<revision or day>`) instead of the
 * current one. It is open to people who are signed in and may read that through the API; they see what other
 * visitors would see. For everybody else it doesn't exist.
 */
export async function openPreview(asked: Asked, path: readonly string[]): Promise<Opened | undefined> {
  const [what, name = ''] = path
  const isChange = what === 'change'
  const operation = isChange ? operations.getRevisionOfChangeRequestById : operations.getRevisionById
  const { spaceId } = asked.opened.chosen.siteSpace
  try {
    await requireReader(asked, operation, spaceId)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
  const shown = isChange
    ? await changeRequestIn(asked.moment, spaceId, name)
    : await revisionIn(asked.moment, spaceId, name)
  return shown && previewed(asked.opened, { ...shown, path: `${what}/${encodeURIComponent(name)}` })
}

async function requireReader({ core, request, entrance }: Asked, operation: Operation, spaceId: string) {
  const { key, url } = entrance
  const found = await findSignedIn({ core, request, url }, { organizationId: key.organizationId, spaceId })
  if (found === undefined) throw unauthenticated()
  requireAccess(operation, found, core.addresses)
}

type Shown = Pick<Preview, 'revision' | 'notice'> | undefined

async function changeRequestIn({ db }: PublicContext, spaceId: string, name: string): Promise<Shown> {
  const key = { spaceId, changeRequestId: name }
  const [changeRequest, revision] = await Promise.all([
    changeRequests.find(db, key),
    revisions.ofChangeRequest(db, key),
  ])
  if (changeRequest === undefined || revision === undefined) return undefined
  const title = changeRequest.subject || `#${changeRequest.number}`
  return { revision, notice: { kind: 'preview', title } }
}

/** A day shows the space as it was at its end, in UTC. */
async function revisionIn({ db }: PublicContext, spaceId: string, name: string): Promise<Shown> {
  const day = /^\d{4}-\d\d-\d\d$/.test(name) ? Date.parse(`${name}T24:00:00Z`) : Number.NaN
  const revision = Number.isNaN(day)
    ? await revisions.byId(db, { spaceId, revisionId: name })
    : await revisions.ofSpaceBefore(db, { spaceId, before: new Date(day).toISOString() })
  if (revision === undefined || revision.changeRequestId !== null) return undefined
  return { revision, notice: { kind: 'past', title: revision.createdAt } }
}

function previewed(opened: Opened, shown: Omit<Preview, 'siteSpaceId'>): Opened {
  const preview = { ...shown, siteSpaceId: opened.chosen.siteSpace.id }
  const { path, revision, notice } = shown
  return {
    ...opened,
    preview,
    isForAll: false,
    isIndexed: false,
    version: hashOf(JSON.stringify([opened.version, path, revision.id, notice])),
  }
}
