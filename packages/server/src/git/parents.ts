import { objectId, readCommit } from './commit.ts'
import type { FollowedRevision } from './store.ts'

/** The second parent of a merge: what was pushed, or one commit that is made, on what was pushed before. */
type Second = { readonly pushed: string } | { readonly on: string | undefined }

/** Commits that were made before keep their parents. */
export function secondOf({ merged, commit, pushed }: FollowedRevision): Second | undefined {
  if (merged === null) return undefined
  const side = merged.commit === null ? undefined : Buffer.from(merged.commit, 'base64')
  if (commit !== null) {
    const stored = readCommit(Buffer.from(commit, 'base64')).parents[1]
    if (stored === undefined) return undefined
    if (side === undefined || stored !== objectId('commit', side)) return { pushed: stored }
  }
  if (side !== undefined) return { on: readCommit(side).parents[0] }
  if (pushed?.revisionId === merged.id) return { pushed: pushed.tip }
  return { on: pushed?.tip }
}

/** The pushed commits that the history of some revisions needs. */
export function pushedIn(revisions: Iterable<FollowedRevision>): readonly string[] {
  return [...revisions].flatMap((revision) => {
    const second = secondOf(revision)
    const merged = second === undefined ? undefined : 'pushed' in second ? second.pushed : second.on
    return [merged, revision.live?.tip].filter((one) => one !== undefined)
  })
}
