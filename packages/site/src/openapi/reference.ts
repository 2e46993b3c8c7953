import { numberedSlug, slugOf } from '@stemma/content'
import { recordOf } from '../blocks/data.ts'
import {
  listOf,
  methods,
  operationAt,
  own,
  resolverOf,
  type Server,
  serversOf,
  type Tree,
  textOf,
  titleOf,
} from '../blocks/openapi-document.ts'
import { requestSamples, responseSamples, type Sample } from '../blocks/openapi-samples.ts'

/** An API as pages: one for each operation, in groups by tag. */
export interface Reference {
  readonly document: unknown
  readonly title: string | undefined
  readonly version: string | undefined
  readonly description: string | undefined
  readonly servers: readonly Server[]
  readonly groups: readonly ReferenceGroup[]
  /** By slug, in the order of the groups. */
  readonly entries: ReadonlyMap<string, ReferenceEntry>
}

export interface ReferenceGroup {
  /** Of its heading on the page of the API. */
  readonly id: string
  /** A tag of the API; absent for what has none. */
  readonly title: string | undefined
  readonly description: string | undefined
  readonly isWebhooks: boolean
  readonly entries: readonly ReferenceEntry[]
}

/** An operation or a webhook that has a page. */
export interface ReferenceEntry {
  /** The last part of its path. */
  readonly slug: string
  readonly title: string
  readonly method: string
  readonly list: 'paths' | 'webhooks'
  /** The path of the operation, or the name of the webhook. */
  readonly name: string
  readonly isDeprecated: boolean
  readonly groupId: string
}

/** Reads an OpenAPI document whose references lead to `#/…`. Made once for each version of it. */
export function referenceOf(document: unknown): Reference {
  const info = recordOf(own(document, 'info'))
  const groups = groupsOf(document, tagged(document))
  return {
    document,
    title: textOf(info.title)?.slice(0, titleMax),
    version: textOf(info.version)?.slice(0, titleMax),
    description: textOf(info.description),
    servers: serversOf(own(document, 'servers')),
    groups,
    entries: new Map(groups.flatMap(({ entries }) => entries.map((entry) => [entry.slug, entry]))),
  }
}

const titleMax = 200
const entriesMax = 5000
const groupsMax = 500
/** Paths below the page of an API that are no operation. */
const reserved = ['changes', 'index']

type Tagged = Omit<ReferenceEntry, 'groupId'> & { readonly tag: string | undefined }

function tagged(document: unknown): readonly Tagged[] {
  const resolve = resolverOf(document)
  const taken = new Map<string, number>(reserved.map((slug) => [slug, 1]))
  const found: Tagged[] = []
  for (const list of ['paths', 'webhooks'] as const) {
    for (const [name, part] of Object.entries(recordOf(own(document, list)))) {
      const item = resolve(part)
      for (const method of methods) {
        const operation = recordOf(own(item, method))
        const isShown = own(item, method) !== undefined && operation['x-internal'] !== true
        if (!isShown || found.length >= entriesMax) continue
        const tag = listOf(operation.tags)[0]
        found.push({
          slug: freeSlug(taken, operation, `${method}-${name}`),
          title: titleOf(operation, method, name),
          method,
          list,
          name,
          isDeprecated: operation.deprecated === true,
          tag: typeof tag === 'string' ? tag : undefined,
        })
      }
    }
  }
  return found
}

/** From the name that programs have for the operation, which outlasts its title. */
function freeSlug(taken: Map<string, number>, { operationId }: Tree, otherwise: string): string {
  const name = textOf(operationId)?.slice(0, titleMax) ?? otherwise.slice(0, titleMax)
  const slug = slugOf(name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-'))
  let number = taken.get(slug) ?? 0
  while (number > 0 && taken.has(numberedSlug(slug, number))) number++
  taken.set(slug, number + 1)
  const free = numberedSlug(slug, number)
  if (number > 0) taken.set(free, 1)
  return free
}

/** Tags in the order in which the document lists them, then others; at last what has no tag. */
function groupsOf(document: unknown, all: readonly Tagged[]): readonly ReferenceGroup[] {
  const listed = new Map(listOf(own(document, 'tags')).map((tag) => [recordOf(tag).name, recordOf(tag)]))
  const byTag = Map.groupBy(all, ({ tag, list }) => tag ?? (list === 'webhooks' ? webhooks : others))
  const names = new Set<unknown>([...listed.keys(), ...byTag.keys()])
  for (const last of [others, webhooks]) if (names.delete(last)) names.add(last)
  const taken = new Set<string>()
  return [...names].flatMap((name) => {
    const found = byTag.get(name as string)
    if (found === undefined || taken.size >= groupsMax) return []
    const isTag = typeof name === 'string'
    const tag = (isTag ? listed.get(name) : undefined) ?? {}
    const id = `tag-${slugOf(isTag ? name : 'other')}`
    const own = taken.has(id) ? `${id}-${taken.size}` : id
    taken.add(own)
    return {
      id: own,
      title: isTag
        ? (textOf(tag['x-displayName']) ?? textOf(tag.summary) ?? name).slice(0, titleMax)
        : undefined,
      description: textOf(tag.description),
      isWebhooks: name === webhooks,
      entries: found.map(({ tag: _, ...entry }) => ({ ...entry, groupId: own })),
    }
  })
}

/** What has no tag. No tag of a document is equal to these. */
const webhooks = Symbol('webhooks')
const others = Symbol('others')

/** The samples of an operation, to highlight before it is drawn. */
export function samplesIn({ document }: Reference, entry: ReferenceEntry): readonly Sample[] {
  const operation = operationAt(document, entry)
  const resolve = resolverOf(document)
  return operation ? [...requestSamples(operation, resolve), ...responseSamples(operation, resolve)] : []
}
