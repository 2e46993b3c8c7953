import type { PermissionExplanation } from '@stemma/contract'
import { isAtLeast, type Level, levelOf, type Step, stepsTo } from '../../../auth/resolver.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import * as members from '../../people/members/store.ts'
import { toUser } from '../../people/users/store.ts'
import * as permissions from './store.ts'

/** A member's level on a place, and the steps that decide it. */
export async function explain(
  { db, addresses, caller }: Context,
  place: permissions.Place,
  userId: string,
): Promise<PermissionExplanation> {
  const { organizationId } = place
  const member = found(await members.find(db, { organizationId, userId }), 'member')
  const { title } = found(await organizations.find(db, organizationId), 'organization')
  const rows = await permissions.levelsOf(db, place, [userId, caller.userId])
  const about = rows.filter((row) => row.userId === userId)
  const seen = rows.filter((row) => row.userId === caller.userId)
  const { standing } = found(about[0], place.kind)
  const steps = stepsTo(standing, about.map(toLevel))
  return {
    object: 'permission-explanation',
    user: toUser(member, addresses),
    permission: steps.at(-1)?.level ?? null,
    steps: steps.map((step) => ({
      ...(step.at === undefined
        ? { object: 'organization' as const, id: organizationId, title }
        : placeOf(step, found(about[step.at], 'collection'), levelAt(seen, step.at))),
      ...toStep(step),
    })),
  }
}

type ShownStep = PermissionExplanation['steps'][number]

/** A collection above is only named to callers who can read it, and its grants only to its admins. */
function placeOf(
  { source }: Step,
  { object, id, title, teams }: permissions.LevelRow,
  level: ReturnType<typeof levelOf>,
): Pick<ShownStep, 'object' | 'id' | 'title' | 'teams'> {
  const isTeam = source === 'team' && isAtLeast(level, 'admin')
  return { object, id, ...(level !== null && { title }), ...(isTeam && { teams: [...teams] }) }
}

/** The level of a person on a place on the way to the organization. */
function levelAt(rows: readonly permissions.LevelRow[], at: number) {
  return levelOf(rows[0]?.standing ?? 'none', rows.slice(at).map(toLevel))
}

function toLevel({ teams, ...row }: permissions.LevelRow): Level {
  return { ...row, team: teams[0]?.permission ?? null }
}

function toStep({ source, reason, level }: Step): Pick<ShownStep, 'source' | 'reason' | 'permission'> {
  // Members are in the organization, and the single sign-on of others doesn't matter.
  return { source, reason: reason as ShownStep['reason'], ...(level !== undefined && { permission: level }) }
}
