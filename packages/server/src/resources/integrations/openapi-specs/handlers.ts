import { zstdCompressSync } from 'node:zlib'
import type { OpenAPISpec, openAPISpecOperations } from '@stemma/contract'
import { allows } from '../../../auth/resolver.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import { askForProcessing } from './asking.ts'
import * as specs from './store.ts'

export const openAPISpecHandlers: Handlers<typeof openAPISpecOperations> = {
  async listOpenAPISpecs({ params: { organizationId }, query }, context) {
    const listed = await specs.list(context.db, organizationId, query)
    return mapItems(listed, (row) => shown(context, organizationId, row))
  },

  async createOpenAPISpec({ params: { organizationId }, body }, context) {
    const row = newSpec({ organizationId, specSlug: body.slug }, body.source, context.now)
    await specs.insert(context.db, row)
    return created(context, { organizationId, specSlug: body.slug }, row.id)
  },

  async getOpenAPISpecBySlug({ params }, context) {
    return show(context, params)
  },

  async createOrUpdateOpenAPISpecBySlug({ params, body: { source } }, context) {
    const { db, now } = context
    const row = newSpec(params, source, now)
    if (await specs.insertUnlessTaken(db, row)) return created(context, params, row.id)
    const { organizationId, specSlug: slug } = params
    const { id } = found(await specs.lock(db, params), 'OpenAPI spec')
    await specs.replaceSource(db, { organizationId, id }, keptSource(source), now)
    await askForProcessing(db, { organizationId, specId: id })
    await emit(context, { type: 'openapi_spec.updated', slug })
    return show(context, params)
  },

  async updateOpenAPISpecBySlug({ params, body: { visibility } }, context) {
    const { db, now } = context
    const { organizationId, specSlug: slug } = params
    const { id } = found(await specs.lock(db, params), 'OpenAPI spec')
    const before = found(await specs.find(db, params), 'OpenAPI spec').visibility
    if (before !== visibility) {
      await specs.setVisibility(db, { organizationId, id }, visibility, now)
      await emit(context, { type: 'openapi_spec.visibility_set', slug, before, after: visibility })
    }
    return show(context, params)
  },

  async deleteOpenAPISpecBySlug({ params }, context) {
    if (!(await specs.remove(context.db, params))) return absent
    await emit(context, { type: 'openapi_spec.deleted', slug: params.specSlug })
    return undefined
  },
}

type GivenSource = { readonly url: string } | { readonly text: string }

function newSpec({ organizationId, specSlug: slug }: specs.Key, source: GivenSource, now: string) {
  const named = { organization_id: organizationId, id: newId(), slug }
  return { ...named, ...keptSource(source), created_at: now, updated_at: now }
}

function keptSource(source: GivenSource): specs.Source {
  return 'url' in source
    ? { source_url: source.url, source_text: null }
    : { source_url: null, source_text: zstdCompressSync(source.text) }
}

async function created(context: Context, key: specs.Key, specId: string) {
  await askForProcessing(context.db, { organizationId: key.organizationId, specId })
  await emit(context, { type: 'openapi_spec.created', slug: key.specSlug })
  return show(context, key)
}

async function show(context: Context, key: specs.Key) {
  return shown(context, key.organizationId, found(await specs.find(context.db, key), 'OpenAPI spec'))
}

function shown({ standing, addresses }: Context, organizationId: string, row: specs.SpecRow): OpenAPISpec {
  const { sourceURL, lastVersion, lastProcessedAt, lastProcessErrorCode, lastProcessedErrors, ...always } =
    row
  return {
    object: 'openapi-spec',
    ...always,
    processingState: always.processingState as OpenAPISpec['processingState'],
    visibility: always.visibility as OpenAPISpec['visibility'] & string,
    ...(sourceURL !== null && { sourceURL }),
    ...(lastVersion !== null && { lastVersion }),
    ...(lastProcessedAt !== null && { lastProcessedAt }),
    ...(lastProcessErrorCode !== null && {
      lastProcessErrorCode: lastProcessErrorCode as OpenAPISpec['lastProcessErrorCode'] & string,
      lastProcessedErrors: lastProcessedErrors as NonNullable<OpenAPISpec['lastProcessedErrors']>,
    }),
    lastProcessedErrorCount: Array.isArray(lastProcessedErrors) ? lastProcessedErrors.length : 0,
    permissions: { view: allows('org.read', standing), edit: allows('org.create', standing) },
    urls: {
      location: addresses.openAPISpec(organizationId, row.slug),
      app: addresses.openAPISpecApp(organizationId, row.slug),
      ...(always.visibility === 'public' && {
        published: addresses.publishedOpenAPISpec(organizationId, row.slug),
      }),
    },
  }
}
