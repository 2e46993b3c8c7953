import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../app/client.ts'
import { offers } from '../../../app/offers.ts'
import { queryClient } from '../../../app/queries.ts'
import type { InSite } from '../sites.ts'
import type { Part } from './parts.ts'

/** What a part lets people set; the others are missing. */
interface Values {
  readonly title?: string
  readonly description?: string
  readonly spaceId?: string
  readonly path?: string
  readonly condition?: string
}

/** The settings of a part as they are typed, and the request that saves them. */
export function useSavePart(params: InSite, part: Part) {
  const saved = valuesOf(part)
  const [typed, setTyped] = useState<Values>({})
  const values = { ...saved, ...typed }
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => send(params, part, typed),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: ['orgs', params.organizationId, 'sites'] })
      setTyped({})
    },
  })
  const names = Object.keys(typed) as (keyof Values)[]
  return {
    values,
    set: (some: Values) => setTyped((before) => ({ ...before, ...some })),
    save: (onSuccess: () => void) => mutate(undefined, { onSuccess }),
    isChanged: names.some((name) => typed[name] !== saved[name]),
    error,
    isPending,
  }
}

/** The operation that saves a part. */
export function offersSaving(params: InSite, { id, kind }: Part) {
  if (kind === 'site-section-group')
    return offers('updateSiteSectionGroupById', { ...params, siteSectionGroupId: id })
  return kind === 'site-space'
    ? offers('updateSiteSpaceById', { ...params, siteSpaceId: id })
    : offers('updateSiteSectionById', { ...params, siteSectionId: id })
}

function valuesOf({ one, path = '', condition = '' }: Part): Values {
  if (one.object === 'site-section-group') return { title: one.title }
  if (one.object === 'site-space') return { spaceId: one.space.id, path, condition }
  return { title: one.title, description: one.description ?? '', path, condition }
}

function send(
  params: InSite,
  { id, kind }: Part,
  { title, description, condition, path, spaceId }: Values,
): Promise<unknown> {
  const named = { ...(title !== undefined && { title }) }
  if (kind === 'site-section-group')
    return api.updateSiteSectionGroupById({ params: { ...params, siteSectionGroupId: id }, body: named })
  const placed = {
    ...(path !== undefined && { path }),
    ...(condition !== undefined && { condition: condition.trim() || null }),
  }
  if (kind === 'site-space')
    return api.updateSiteSpaceById({
      params: { ...params, siteSpaceId: id },
      body: { ...placed, ...(spaceId !== undefined && { spaceId }) },
    })
  return api.updateSiteSectionById({
    params: { ...params, siteSectionId: id },
    body: { ...named, ...placed, ...(description !== undefined && { description: description || null }) },
  })
}
