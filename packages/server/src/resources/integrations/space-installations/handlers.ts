import type { SpaceInstallation, spaceInstallationOperations } from '@stemma/contract'
import { levelOn } from '../../../auth/standing.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import * as installations from '../installations/index.ts'
import * as integrations from '../integrations/store.ts'
import * as spaceInstallations from './store.ts'

export const spaceInstallationHandlers: Handlers<typeof spaceInstallationOperations> = {
  async listIntegrationSpaceInstallations({ params: { integrationName }, query }, context) {
    const { db, caller, standing } = context
    const { extended, ...page } = query
    const viewer = { ...caller, boundTo: caller.organizationId }
    const listing = { integrationName, all: standing.owner === 'admin', ...viewer }
    const listed = await spaceInstallations.list(db, listing, page)
    return { ...listed, items: await shown(context, integrationName, listed.items, extended) }
  },

  async listIntegrationInstallationSpaces({ params, query }, context) {
    const { extended, ...page } = query
    const key = { ...params, organizationId: context.home }
    found(await installations.find(context.db, key), 'installation')
    const listed = await spaceInstallations.listOf(context.db, key, page)
    return { ...listed, items: await shown(context, params.integrationName, listed.items, extended) }
  },

  async installIntegrationOnSpace({ params, body: { space: spaceId }, query }, context) {
    const { db, home } = context
    const row = await installations.beginning(context, { ...params, organizationId: home }, 'space')
    await takeSpace(context, spaceId)
    await spaceInstallations.insert(db, { ...row, space_id: spaceId })
    const { integrationName: integration, installationId } = params
    await emit(context, { type: 'space_installation.created', integration, installationId, spaceId })
    return show(context, keyOf({ ...params, spaceId }, context), query.extended)
  },

  async getIntegrationSpaceInstallation({ params, query }, context) {
    return show(context, keyOf(params, context), query.extended)
  },

  async updateIntegrationSpaceInstallation({ params, body, query }, context) {
    const { db } = context
    const { installationId, spaceId } = params
    const key = keyOf(params, context)
    await installations.lock(db, installationId)
    const before = found(await spaceInstallations.find(db, key), 'installation on the space')
    const { columns, told } = await installations.changesOf(context, before, body, 'space')
    await spaceInstallations.update(db, key, columns)
    await emit(context, { type: 'space_installation.updated', spaceId, ...told })
    return show(context, key, query.extended)
  },

  async uninstallIntegrationFromSpace({ params }, context) {
    const { integrationName: integration, installationId, spaceId } = params
    if (!(await spaceInstallations.remove(context.db, keyOf(params, context)))) return absent
    await emit(context, { type: 'space_installation.deleted', integration, installationId, spaceId })
    return undefined
  },
}

/** Locks a space of the organization, so that it is neither deleted nor transferred meanwhile. */
async function takeSpace({ db, caller, home }: Context, spaceId: string) {
  if ((await levelOn(db, caller, { space: spaceId, organizationId: home })) === null)
    found(undefined, 'space')
  await spaces.lock(db, spaceId)
  const space = await spaces.find(db, spaceId)
  if (space?.organizationId !== home || space.deletedAt !== null) found(undefined, 'space')
}

function keyOf({ spaceId, ...params }: Named, { home }: Context): installations.ContentInstallationKey {
  return { ...params, contentId: spaceId, organizationId: home }
}

interface Named {
  readonly integrationName: string
  readonly installationId: string
  readonly spaceId: string
}

async function show(
  context: Context,
  key: installations.ContentInstallationKey,
  extended: boolean | undefined,
) {
  const row = found(await spaceInstallations.find(context.db, key), 'installation on the space')
  const [one] = await shown(context, key.integrationName, [row], extended)
  return found(one, 'installation on the space')
}

async function shown(
  context: Context,
  integrationName: string,
  rows: readonly installations.ContentInstallationRow[],
  extended = false,
): Promise<SpaceInstallation[]> {
  const integration = found(await integrations.find(context.db, integrationName), 'integration')
  const whole = extended ? await installations.wholeSpaces(context, rows) : undefined
  return rows.map((row) => ({
    object: 'space-installation',
    ...installations.toContentInstallation(context, integration, row, 'space'),
    space: whole?.get(row.contentId) ?? row.contentId,
  }))
}
