import { countBroken, countLinks, linksFrom, urlIndexPrefix } from '@stemma/content'
import type { Context } from '../../../common/context.ts'
import { statusOf } from './link-shape.ts'
import type { Scene } from './locating.ts'
import { contentOf, type View } from './view.ts'

export interface LinkStatistics {
  readonly total: number
  readonly inApp: number
  readonly broken: number
  /** Change requests only: the links that aren't broken in its base revision. */
  readonly brokenHere?: number
}

/** The number of links of each status in the whole content. */
export async function statisticsOf(scene: Scene, base: View | undefined): Promise<LinkStatistics> {
  const { view, content } = scene
  const [total, inApp, broken] = await Promise.all([
    countLinks(view.store, content),
    countInApp(scene),
    remembered(scene.context, `broken links ${rootOf(view)} ${base ? rootOf(base) : ''}`, async () =>
      countBroken(view.store, content, base && (await contentOf(base))),
    ),
  ])
  return { total, inApp, broken: broken.total, ...(base && { brokenHere: broken.added }) }
}

async function countInApp({ view, content, context }: Scene): Promise<number> {
  let count = 0
  const prefixes = [urlIndexPrefix(context.addresses.app)]
  for await (const links of linksFrom(view.store, content, { prefixes })) {
    count += links.filter((link) => statusOf(link, context) === 'in-app').length
  }
  return count
}

function rootOf({ revision }: View): string {
  return revision.root.toString('base64url')
}

/** Caches a result that depends on immutable content only, so it never becomes stale. */
async function remembered<T>({ objects }: Context, name: string, count: () => Promise<T>): Promise<T> {
  const known = objects.get(name)
  if (known !== undefined) return JSON.parse(Buffer.from(known).toString()) as T
  const counted = await count()
  objects.set(name, Buffer.from(JSON.stringify(counted)))
  return counted
}
