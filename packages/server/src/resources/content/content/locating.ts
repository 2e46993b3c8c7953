import { ancestorsOf, type Content, findPage, findRecord, pathOf } from '@stemma/content'
import type { ChangeRequest, ContentLocation, ContentReference } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import {
  readCollection,
  readSpace,
  readUser,
  showOrganization,
  showSpace,
  standingOnSpace,
} from './elsewhere.ts'
import { toFile, toPage, toReusableContent } from './shape.ts'
import { contentOf, openSpace, type View } from './view.ts'

/** One content to show locations in. `known` caches lookups, so that each is made once. */
export interface Scene {
  readonly view: View
  readonly content: Content
  readonly context: Context
  readonly here: Here
  readonly known: Map<string, Promise<unknown>>
}

type Here = Pick<LocatedPage, 'organization' | 'space' | 'versionContext'>
type LocatedPage = Extract<ContentLocation, { kind: 'page' }>
type InternalLocation = NonNullable<LocatedPage['internalLocation']>

export async function openScene(view: View, context: Context, changeRequest?: ChangeRequest): Promise<Scene> {
  const { spaceId, organizationId } = view.revision
  const { space: level = null, organization: standing = 'none' } = context.standing
  const [content, row, organization] = await Promise.all([
    contentOf(view),
    spaces.find(context.db, spaceId),
    showOrganization(context, organizationId, standing),
  ])
  const space = await showSpace(context, found(row, 'space'), { level, organization: standing })
  const version = changeRequest && { versionContext: { type: 'changeRequest' as const, changeRequest } }
  return { view, content, context, here: { organization, space, ...version }, known: new Map() }
}

/** The location that a link leads to, or undefined if the caller can't read it. */
export async function locateTarget(
  target: ContentReference,
  scene: Scene,
): Promise<ContentLocation | undefined> {
  const { context } = scene
  switch (target.kind) {
    case 'url':
      return target
    case 'page':
      return inSpace(scene, target.space, (there) => locatePage(there, target.page))
    case 'anchor': {
      const { page, space, anchor } = target
      if (page === undefined) return undefined
      return inSpace(scene, space, (there) => locatePage(there, page, { type: 'anchor', anchor }))
    }
    case 'file':
      return locateFile(scene, target.file)
    case 'reusable-content':
      return inSpace(scene, target.space, (there) => locateReusableContent(there, target.reusableContent))
    case 'user':
      return once(scene, `user ${target.user}`, () => readUser(context, target.user))
    case 'space':
      return once(scene, `space ${target.space}`, () => readSpace(context, target.space))
    case 'collection':
      return once(scene, `collection ${target.collection}`, () => readCollection(context, target.collection))
    case 'openapi':
      return undefined
  }
}

/** A page as a location: without its subpages, which can be many. */
export async function locatePage(
  scene: Scene,
  id: string,
  internalLocation?: InternalLocation,
): Promise<ContentLocation | undefined> {
  const { view, content, here } = scene
  const page = await once(scene, `page ${id}`, async () => {
    const record = await findPage(view.store, content, id)
    if (record === undefined) return undefined
    const path = pathOf(record, await ancestorsOf(view.store, content, record))
    return toPage({ id, record, path, pages: [] }, shownIn(scene))
  })
  return page && { kind: 'page', ...here, page, ...(internalLocation && { internalLocation }) }
}

export async function locateReusableContent(scene: Scene, id: string): Promise<ContentLocation | undefined> {
  const record = await findRecord(scene.view.store, scene.content, 'reusableContents', id)
  if (record === undefined) return undefined
  const reusableContent = toReusableContent(id, record, shownIn(scene))
  return { kind: 'reusable-content', ...scene.here, reusableContent }
}

async function locateFile(scene: Scene, id: string): Promise<ContentLocation | undefined> {
  const record = await findRecord(scene.view.store, scene.content, 'files', id)
  return record && { kind: 'file', ...scene.here, file: toFile(id, record, shownIn(scene)) }
}

export function shownIn({ view, context }: Scene) {
  return { revision: view.revision, context, metadata: true, computed: true }
}

/** Runs `look` on the current content of another space, if the caller can read that space. */
async function inSpace<T>(scene: Scene, spaceId: string | undefined, look: (there: Scene) => Promise<T>) {
  if (spaceId === undefined) return look(scene)
  const there = await once(scene, `scene ${spaceId}`, async () => {
    const standing = await standingOnSpace(scene.context, spaceId)
    if (standing === undefined) return undefined
    const context = { ...scene.context, standing }
    return openScene(await openSpace(context, { spaceId }), context)
  })
  return there && look(there)
}

/** Runs each lookup once per scene and reuses its result. */
export function once<T>({ known }: Scene, name: string, ask: () => Promise<T>): Promise<T> {
  const answer = (known.get(name) as Promise<T> | undefined) ?? ask()
  known.set(name, answer)
  return answer
}
