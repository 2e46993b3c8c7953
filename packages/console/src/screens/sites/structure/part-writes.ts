import { announce } from '../../../app/announcements.tsx'
import { api } from '../../../app/client.ts'
import { toQuery } from '../../../app/operations.ts'
import { queryClient } from '../../../app/queries.ts'
import { useShownWrites } from '../../../app/shown-writes.ts'
import type { InSite } from '../sites.ts'
import { findPart, type Part, type PartMove, partsOf, placeOf, withMove, withoutPart } from './parts.ts'

/** A write to the structure of a site. */
export interface PartWrite {
  readonly send: (params: InSite) => Promise<unknown>
  /** The parts as they will be, which are shown at once. */
  readonly shows?: (parts: readonly Part[]) => readonly Part[]
  readonly says: string
}

/** Writes one after the other, and reads everything about the site again after each. */
export function usePartWrites(params: InSite) {
  const mutationKey = ['structure', params.siteId]
  const { mutate, withPendingNow, ...shown } = useShownWrites<Part, PartWrite>(mutationKey, {
    mutationFn: ({ send }) => send(params),
    onSuccess: (_, { says }) => announce(says),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orgs', params.organizationId, 'sites'] }),
  })
  return {
    ...shown,
    write: (write: PartWrite, onSuccess?: () => void) => mutate(write, onSuccess && { onSuccess }),
    /** The parts with what is on its way at this moment. */
    partsNow(): readonly Part[] {
      const known = queryClient.getQueryData(toQuery('getSiteStructure', { params }).queryKey)
      return withPendingNow(known ? partsOf(known) : [])
    },
  }
}

export type PartWrites = ReturnType<typeof usePartWrites>

/** First into its group or out of it, then to its place there. */
export function moving(parts: readonly Part[], part: Part, move: PartMove): PartWrite {
  const from = placeOf(parts, part.id)?.into ?? null
  const after = withMove(parts, part.id, move)
  return {
    async send(params) {
      if (move.into !== from) await changeGroup(params, part.id, from, move.into)
      const position = positionIn(after, part.id)
      if (position !== undefined)
        await api.sortSiteStructure({ params, body: { item: pointTo(part), position } })
    },
    shows: (now) => withMove(now, part.id, move),
    says: `${part.title} moved ${whereTo(after, part.id, move.into !== from)}`,
  }
}

function changeGroup(params: InSite, sectionId: string, from: string | null, into: string | null) {
  return into === null
    ? api.removeSectionFromGroup({
        params: { ...params, siteSectionGroupId: from ?? '', siteSectionId: sectionId },
      })
    : api.addSectionToGroup({ params: { ...params, siteSectionGroupId: into }, body: { sectionId } })
}

function pointTo({ kind: type, id }: Part) {
  return { type, id }
}

function positionIn(parts: readonly Part[], id: string) {
  const { siblings = [], at = 0 } = placeOf(parts, id) ?? {}
  const [before, after] = [siblings[at + 1], siblings[at - 1]]
  if (after !== undefined) return { after: pointTo(after) }
  return before && { before: pointTo(before) }
}

function whereTo(parts: readonly Part[], id: string, isElsewhere: boolean): string {
  const place = placeOf(parts, id)
  if (!isElsewhere) return `to position ${(place?.at ?? 0) + 1} of ${place?.siblings.length}`
  const group = place?.into && findPart(parts, place.into)
  return group ? `into ${group.title}` : 'out of its group'
}

export function makingDefault(parts: readonly Part[], { id, kind, title }: Part): PartWrite {
  const section = kind === 'site-space' ? placeOf(parts, id)?.into : undefined
  return {
    send: (params) =>
      section
        ? api.updateSiteSectionById({
            params: { ...params, siteSectionId: section },
            body: { defaultSiteSpace: id },
          })
        : api.updateSiteById({
            params,
            body: kind === 'site-section' ? { defaultSiteSection: id } : { defaultSiteSpace: id },
          }),
    says: `${title} is the default`,
  }
}

export function removal({ id, kind, title }: Part): PartWrite {
  const sends = {
    'site-section-group': (params: InSite) =>
      api.deleteSiteSectionGroupById({ params: { ...params, siteSectionGroupId: id } }),
    'site-section': (params: InSite) =>
      api.deleteSiteSectionById({ params: { ...params, siteSectionId: id } }),
    'site-space': (params: InSite) => api.deleteSiteSpaceById({ params: { ...params, siteSpaceId: id } }),
  }
  return {
    send: sends[kind],
    ...(kind !== 'site-section-group' && { shows: (parts: readonly Part[]) => withoutPart(parts, id) }),
    says: kind === 'site-section-group' ? `${title} is no longer a group` : `${title} removed`,
  }
}
