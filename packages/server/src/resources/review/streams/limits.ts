import { ApiError } from '../../../common/errors.ts'
import type { StreamLimits } from '../../../http/route.ts'

/** Counts open streams by person and by organization. The returned function takes a seat, or rejects. */
export function countSeats({ perPerson, perOrganization }: StreamLimits) {
  const [people, organizations] = [new Map<string, number>(), new Map<string, number>()]
  return (organizationId: string, userId: string): (() => void) => {
    const [ours, theirs] = [people.get(userId) ?? 0, organizations.get(organizationId) ?? 0]
    if (ours >= perPerson) throw tooMany('You have', ours)
    if (theirs >= perOrganization) throw tooMany('The organization has', theirs)
    add(people, userId, 1)
    add(organizations, organizationId, 1)
    return () => {
      add(people, userId, -1)
      add(organizations, organizationId, -1)
    }
  }
}

function add(counts: Map<string, number>, key: string, by: number) {
  const sum = (counts.get(key) ?? 0) + by
  if (sum === 0) counts.delete(key)
  else counts.set(key, sum)
}

function tooMany(who: string, count: number) {
  const message = `${who} ${count} open streams, which is the limit of this server. Close one, or wait.`
  return new ApiError('rate_limited', message, { retryAfterSeconds: 10 })
}
