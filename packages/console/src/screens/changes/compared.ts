import { pageOf } from '../space/contents.ts'
import type { Version } from '../space/place.ts'
import type { Changed } from './changed.ts'

/** Two versions of a space. The first revision has none before it. */
export interface Compared {
  readonly organizationId: string
  readonly spaceId: string
  readonly before: Version | undefined
  readonly after: Version
}

/** The texts that a page had and has. A new page has none before, and a deleted one none after. */
export function textsOf(
  { id, kind, hasText }: Changed,
  { spaceId, before, after }: Compared,
  format: 'document' | 'markdown',
) {
  if (!hasText) return []
  const sides = [...(kind === 'new' ? [] : [before]), ...(kind === 'deleted' ? [] : [after])]
  // The queries of all versions have the same answer, under another name.
  return sides.flatMap((version) =>
    version === undefined ? [] : [pageOf(spaceId, version, id, format) as ReturnType<typeof pageOf>],
  )
}
