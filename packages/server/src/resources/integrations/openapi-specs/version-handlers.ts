import type {
  OpenAPISpecChanges,
  OpenAPISpecContent,
  OpenAPISpecFile,
  OpenAPISpecVersion,
  openAPISpecVersionOperations,
} from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { mapItems } from '../../../db/paginate.ts'
import type { Handlers } from '../../../http/route.ts'
import { isShownOnSite } from '../../content/content/index.ts'
import type { Differences } from './differences.ts'
import * as specs from './store.ts'
import type { Tree } from './tree.ts'

export const openAPISpecVersionHandlers: Handlers<typeof openAPISpecVersionOperations> = {
  async listOpenAPISpecVersions({ params, query }, context) {
    const { spec } = await specOf(context, params)
    const listed = await specs.listVersions(context.db, spec, query)
    return mapItems(listed, (row) => shown(context, params, row))
  },

  async getLatestOpenAPISpecVersion({ params }, context) {
    return show(context, params, 'latest')
  },

  async getLatestOpenAPISpecVersionContent({ params }, context) {
    if (!context.visited) return content(context, params, 'latest')
    await requireShown(context, params.specSlug)
    const { filesystem, ...rest } = await content(context, params, 'latest')
    return { filesystem: filesOf(filesystem), ...rest }
  },

  async getLatestOpenAPISpecVersionContentRaw({ params }, context) {
    return { text: JSON.stringify(await description(context, params), null, 2), format: 'json' }
  },

  async getPublishedOpenAPISpec({ params }, context) {
    const spec = await specs.find(context.db, params)
    if (spec?.visibility !== 'public') throw notPublished()
    return description(context, params)
  },

  async getOpenAPISpecVersionById({ params }, context) {
    return show(context, params, params.versionId)
  },

  async getOpenAPISpecVersionContentById({ params }, context) {
    return content(context, params, params.versionId)
  },

  async getOpenAPISpecVersionChanges({ params }, context): Promise<OpenAPISpecChanges> {
    const { spec, version } = await versionOf(context, params, params.versionId)
    const { id, before } = version
    const { changes, more } = (await specs.findChanges(context.db, spec, id)) as Differences
    return {
      object: 'openapi-spec-changes',
      version: id,
      ...(before !== null && { before }),
      breaking: changes.some((one) => one.breaking),
      more,
      changes: [...changes],
    }
  },
}

async function specOf({ db }: Pick<Context, 'db'>, key: specs.Key) {
  const { id, lastVersion, visibility } = found(await specs.find(db, key), 'OpenAPI spec')
  return { spec: { organizationId: key.organizationId, id }, lastVersion, visibility }
}

async function versionOf(context: Pick<Context, 'db'>, key: specs.Key, versionId: string) {
  const { spec, lastVersion, visibility } = await specOf(context, key)
  const wanted = versionId === 'latest' ? lastVersion : versionId
  if (wanted === null) {
    const message = 'The OpenAPI spec has no version yet. Wait until it is processed, or look at its errors.'
    throw new ApiError('not_found', message)
  }
  const version = found(await specs.findVersion(context.db, spec, wanted), 'version of this OpenAPI spec')
  return { spec, version, isPublic: visibility === 'public' }
}

async function show(context: Context, key: specs.Key, versionId: string) {
  return shown(context, key, (await versionOf(context, key, versionId)).version)
}

/** To visitors of a site, a spec that none of its pages shows doesn't exist. */
/** The files as renderers of published sites expect them. The first is the document itself. */
function filesOf(filesystem: Filesystem): OpenAPISpecFile[] {
  const names = Object.keys(filesystem)
  return Object.entries(filesystem).map(([filename, specification], at) => ({
    filename,
    dir: './',
    isEntrypoint: at === 0,
    references: at === 0 ? names.slice(1) : [],
    specification,
  }))
}

async function requireShown(context: Context, spec: string) {
  found((await isShownOnSite(context, { kind: 'openapi', spec })) || undefined, 'OpenAPI spec')
}

type Filesystem = Readonly<Record<string, Tree>>
type KeyedContent = Omit<OpenAPISpecContent, 'filesystem'> & { readonly filesystem: Filesystem }

async function content(context: Context, key: specs.Key, versionId: string): Promise<KeyedContent> {
  const { spec, version, isPublic } = await versionOf(context, key, versionId)
  const { json } = found(await specs.findFiles(context.db, spec, version.id), 'version of this OpenAPI spec')
  const [[name, root] = ['', {}], ...others] = Object.entries<Tree>(JSON.parse(json))
  // References between files are relative to the document's source URL; an inline text has none.
  const url = URL.canParse(name) ? name : shown(context, key, version).url
  const published = context.addresses.publishedOpenAPISpec(key.organizationId, key.specSlug)
  const urls = { source: url, public: isPublic ? published : null }
  return { filesystem: Object.fromEntries([[url, root], ...others]), url, urls }
}

/** The OpenAPI document itself, which is the first of its files. */
async function description({ db }: Pick<Context, 'db'>, key: specs.Key) {
  const { spec, version } = await versionOf({ db }, key, 'latest')
  const { json } = found(await specs.findFiles(db, spec, version.id), 'version of this OpenAPI spec')
  const [first] = Object.values<Tree>(JSON.parse(json))
  return first ?? {}
}

/** A private spec gives the same error as a missing one. */
function notPublished() {
  return new ApiError(
    'not_found',
    'There is no public OpenAPI spec at this URL. Check the URL, or ask its owner to publish it.',
  )
}

function shown(
  { addresses }: Context,
  { organizationId, specSlug }: specs.Key,
  { id, createdAt }: { readonly id: string; readonly createdAt: string },
): OpenAPISpecVersion {
  const location = addresses.openAPISpecVersion(organizationId, specSlug, id)
  return { object: 'openapi-spec-version', id, createdAt, url: `${location}/content`, urls: { location } }
}
