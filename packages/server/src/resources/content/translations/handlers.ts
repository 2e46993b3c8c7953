import type { TranslationSettings, translationOperations } from '@stemma/contract'
import { allows } from '../../../auth/resolver.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as translations from './store.ts'

export const translationHandlers: Handlers<typeof translationOperations> = {
  async listTranslations({ params: { organizationId }, query }, context) {
    const listed = await translations.list(context.db, organizationId, query)
    return mapItems(listed, (row) => shown(context, organizationId, row))
  },

  async createTranslation({ params: { organizationId }, body: { title } }, context) {
    const { db, now } = context
    const key = { organizationId, translationSettingsId: newId() }
    const named = { organization_id: organizationId, id: key.translationSettingsId, title }
    await translations.insert(db, { ...named, created_at: now, updated_at: now })
    const { translationSettingsId } = key
    await emit(context, { type: 'translation.created', translationSettingsId, title })
    return find(context, key)
  },

  async getTranslation({ params }, context) {
    return find(context, params)
  },

  async updateTranslation({ params, body: { title } }, context) {
    const { db, now } = context
    const before = found(await translations.lock(db, params), 'translation settings')
    if (title !== before.title) {
      await translations.rename(db, params, { title, now })
      const { translationSettingsId } = params
      const told = { before: before.title, after: title }
      await emit(context, { type: 'translation.renamed', translationSettingsId, ...told })
    }
    return find(context, params)
  },

  async deleteTranslation({ params }, context) {
    const removed = await translations.remove(context.db, params)
    if (removed === undefined) return absent
    const { translationSettingsId } = params
    await emit(context, { type: 'translation.deleted', translationSettingsId, title: removed.title })
    return undefined
  },
}

async function find(context: Context, key: translations.Key) {
  const row = found(await translations.find(context.db, key), 'translation settings')
  return shown(context, key.organizationId, row)
}

function shown(
  { standing, addresses }: Context,
  organizationId: string,
  row: translations.TranslationRow,
): TranslationSettings {
  const permissions = { view: allows('org.read', standing), edit: allows('org.create', standing) }
  const urls = { location: addresses.translation(organizationId, row.id) }
  return { object: 'translation-settings', ...row, languages: [], permissions, urls }
}
