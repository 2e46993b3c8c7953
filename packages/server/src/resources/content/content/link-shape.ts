import { decodeText, findPage, type Link, onText, reusableIdOf, shownDestination } from '@stemma/content'
import type { ContentLocation, LinkRecord } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { locatePage, locateReusableContent, locateTarget, once, type Scene } from './locating.ts'

export type Status = LinkRecord['status']

/** A link is broken only if its target should be in this content and isn't. Other targets aren't checked. */
export function statusOf({ target }: Pick<Link, 'target'>, { addresses }: Context): Status {
  if (target === undefined) return 'broken'
  return target.kind === 'url' && isWithin(target.url, addresses.app) ? 'in-app' : 'ok'
}

function isWithin(url: string, beginning: string): boolean {
  return url.startsWith(beginning) && /^(?:[/?#]|$)/.test(url.slice(beginning.length))
}

export async function toLinkRecord(link: Link, scene: Scene): Promise<LinkRecord> {
  const { relation, destination, target } = link
  const [targetReference, places] = await Promise.all([
    target && locateTarget(target, scene),
    placesOf(link, scene),
  ])
  return {
    status: statusOf(link, scene.context),
    relation,
    destination,
    ...(targetReference && { targetReference }),
    locationReferences: places.filter((place) => place !== undefined),
  }
}

/** The location of a link's owner: a page or a piece of reusable content. */
export function locateOwner(scene: Scene, owner: string): Promise<ContentLocation | undefined> {
  const reusable = reusableIdOf(owner)
  return reusable === undefined ? locatePage(scene, owner) : locateReusableContent(scene, reusable)
}

/** The blocks of a page with the link, or the page itself for a link outside of the text, such as a cover. */
async function placesOf({ owner, destination }: Link, scene: Scene) {
  const blocks = reusableIdOf(owner) === undefined ? await blocksOf(owner, scene) : new Map()
  const nodes: ReadonlySet<string> = blocks.get(destination) ?? new Set()
  if (nodes.size === 0) return [await locateOwner(scene, owner)]
  return Promise.all([...nodes].map((node) => locatePage(scene, owner, { type: 'node', node })))
}

/** The keys of a page's blocks, by the link destinations in them. */
function blocksOf(pageId: string, scene: Scene): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  return once(scene, `blocks ${pageId}`, async () => {
    const { view, content } = scene
    const record = await findPage(view.store, content, pageId)
    if (record?.type !== 'document') return new Map()
    const [bytes] = await view.store.get([record.document])
    const { links } = await onText('read', decodeText(bytes ?? nothing))
    const blocks = new Map<string, Set<string>>()
    for (const { destination, block } of links) {
      const written = shownDestination(destination)
      blocks.set(written, (blocks.get(written) ?? new Set()).add(block))
    }
    return blocks
  })
}

const nothing = new Uint8Array(0)
