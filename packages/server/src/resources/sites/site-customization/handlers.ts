import type { siteCustomizationOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as structure from '../site-structure/index.ts'
import * as sites from '../sites/index.ts'
import {
  changedOverrides,
  hasOverrides,
  replacingSettings,
  type Settings,
  siteSettings,
  siteSpaceSettings,
} from './rules.ts'
import * as customizations from './store.ts'

export const siteCustomizationHandlers: Handlers<typeof siteCustomizationOperations> = {
  async getSiteCustomizationById({ params }, { db }) {
    const { site } = found(await customizations.find(db, params), 'site')
    return siteSettings(site)
  },

  async updateSiteCustomizationById({ params, body }, context) {
    const { db, now } = context
    await sites.lock(db, params)
    const { site } = found(await customizations.find(db, params), 'site')
    const settings = replacingSettings(site, body as Settings)
    await sites.update(db, params, { customization: JSON.stringify(settings), updated_at: now })
    await emit(context, { type: 'site.customized', siteId: params.siteId })
    return siteSettings(settings)
  },

  async getSiteSpaceCustomizationById({ params }, context) {
    return show(context, params)
  },

  async overrideSiteSpaceCustomizationById({ params, body }, context) {
    const { db } = context
    await sites.lock(db, params)
    const overrides = await overridesOf(context, params)
    await setOverrides(context, params, changedOverrides(overrides, body as Settings))
    return show(context, params)
  },

  async deleteSiteSpaceCustomizationById({ params }, context) {
    const { db } = context
    const { siteId, siteSpaceId } = params
    await sites.lock(db, params)
    const stored = await customizations.find(db, params)
    if (!stored?.siteSpaces.has(siteSpaceId) || !(await isSeen(context, params))) return absent
    await structure.update(db, 'site_spaces', params, [siteSpaceId], { customization: null })
    await emit(context, { type: 'site.space_customized', siteId, siteSpaceId })
    return undefined
  },
}

interface Key extends sites.SiteKey {
  readonly siteSpaceId: string
}

/** Callers without read access to the space can neither see nor change its customization. */
async function isSeen(context: Context, key: Key): Promise<boolean> {
  const { seen } = await structure.open(context, key)
  return seen.siteSpaces.some(({ id }) => id === key.siteSpaceId)
}

async function overridesOf(context: Context, key: Key): Promise<Settings | null> {
  if (!(await isSeen(context, key))) found(undefined, 'site space')
  const { siteSpaces } = found(await customizations.find(context.db, key), 'site')
  return siteSpaces.get(key.siteSpaceId) ?? null
}

async function setOverrides(context: Context, key: Key, overrides: Settings) {
  const { siteId, siteSpaceId } = key
  const customization = hasOverrides(overrides) ? JSON.stringify(overrides) : null
  await structure.update(context.db, 'site_spaces', key, [siteSpaceId], { customization })
  await emit(context, { type: 'site.space_customized', siteId, siteSpaceId })
}

async function show(context: Context, key: Key) {
  const overrides = await overridesOf(context, key)
  const { site } = found(await customizations.find(context.db, key), 'site')
  return { ...siteSpaceSettings(siteSettings(site), overrides), hasOverrides: hasOverrides(overrides) }
}
