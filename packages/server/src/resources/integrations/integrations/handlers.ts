import type { Input, integrationOperations, integrationUIOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as names from '../../organizations/released-names/store.ts'
import * as installations from '../installations/store.ts'
import { contentIdsOf, type KeptImages, purgeLater } from './images.ts'
import { domainsOf, policyOf, requireDistinct } from './rules.ts'
import { toIntegrations } from './shape.ts'
import * as integrations from './store.ts'

export const integrationHandlers: Handlers<typeof integrationOperations> = {
  async listIntegrations({ query }, context) {
    const { db, caller } = context
    const viewer = { ...caller, boundTo: caller.organizationId }
    const listed = await integrations.list(db, viewer, query)
    return { ...listed, items: await toIntegrations(context, listed.items) }
  },

  async getIntegrationByName({ params }, context) {
    return shown(context, await integrations.find(context.db, params.integrationName))
  },

  async publishIntegration({ params: { integrationName: name }, body }, context) {
    const { db, seals, home: organizationId } = context
    await integrations.lock(db, name)
    const before = await integrations.find(db, name)
    const row = await integrations.publish(db, rowOf(name, body, context))
    if (row === undefined)
      throw new ApiError('conflict', 'This name belongs to another organization. Choose another name.')
    if (!before)
      await names.requireFree(context, organizationId, { kind: 'integration', name: name.toLowerCase() })
    const { runtime = 'v1', script, secrets = {} } = body
    const place = integrations.secretsPlace({ organizationId, name })
    const sealed = Object.keys(secrets).length > 0 ? seals.seal(JSON.stringify(secrets), place) : null
    const named = { organization_id: organizationId, integration_name: name }
    await integrations.keepScript(db, { ...named, runtime, script, secrets: sealed })
    if (before) await purgeReplaced(context, before)
    const { version, visibility, scopes } = row
    await emit(context, { type: 'integration.published', integration: name, version, visibility, scopes })
    return shown(context, row)
  },

  async unpublishIntegration({ params: { integrationName: name } }, context) {
    const { db, now, home: organizationId } = context
    await integrations.lock(db, name)
    const before = await integrations.find(db, name)
    const unpublished = await integrations.unpublish(db, { organizationId, name }, now)
    if (unpublished === undefined) return absent
    if (before) await purgeReplaced(context, before)
    const { version } = unpublished
    await emit(context, { type: 'integration.unpublished', integration: name, version })
    for (const { id, organizationId: home } of await installations.removeAll(db, name)) {
      const event = { type: 'installation.deleted', integration: name, installationId: id } as const
      await emit({ ...context, home }, event)
    }
    return undefined
  },
}

/** An integration whose script is not run has nothing to show, wherever its block stands. */
export const integrationUIHandlers: Handlers<typeof integrationUIOperations> = {
  async renderIntegrationUIWithPost() {
    return { type: 'complete' }
  },
}

/** Schedules deletion of the previous publication's images. Each publication stores its own. */
async function purgeReplaced(context: Context, before: integrations.IntegrationRow) {
  await purgeLater(context, before.name, [...contentIdsOf(before.name, before)])
}

type Manifest = Input<(typeof integrationOperations)['publishIntegration']>['body']

/** A publication replaces everything: fields that the manifest omits are reset. */
function rowOf(name: string, body: Manifest, { now, home, prepared }: Context) {
  const { icon, previewImages } = prepared as KeptImages
  const { blocks = [], contentSources = [], configurations } = body
  requireDistinct(blocks, 'blocks')
  requireDistinct(contentSources, 'contentSources')
  return {
    name,
    organization_id: home,
    title: body.title,
    description: body.description,
    summary: body.summary ?? null,
    visibility: body.visibility ?? 'private',
    target: body.target ?? 'all',
    scopes: body.scopes ?? [],
    categories: body.categories ?? [],
    blocks: JSON.stringify(blocks),
    block_domains: domainsOf(blocks),
    content_sources: JSON.stringify(contentSources),
    configurations: configurations === undefined ? null : JSON.stringify(configurations),
    external_links: JSON.stringify(body.externalLinks ?? []),
    content_security_policy: policyOf(body.contentSecurityPolicy),
    icon: icon && JSON.stringify(icon),
    preview_images: JSON.stringify(previewImages),
    created_at: now,
    updated_at: now,
  }
}

async function shown(context: Context, row: integrations.IntegrationRow | undefined) {
  const [integration] = await toIntegrations(context, [found(row, 'integration')])
  return found(integration, 'integration')
}
