import type { Page } from '@stemma/contract'
import { useState } from 'react'
import { type Place, splatOf, trailTo } from './place.ts'

/**
 * The open page with the pages above it, from the top. A page that is moved while it is open stays open,
 * until the URL says something else.
 */
export function useTrail(pages: readonly Page[], place: Place): readonly Page[] {
  const splat = splatOf(place)
  const [opened, setOpened] = useState({ splat: '', id: '' })
  const byPath = trailTo(pages, place.path)
  const byId = opened.splat === splat ? trailToId(pages, opened.id) : undefined
  // The first page is the one without a path; a page that is put before it doesn't replace it on the screen.
  const trail = (place.path === '' ? (byId ?? byPath) : (byPath ?? byId)) ?? []
  const id = trail.at(-1)?.id
  if (id !== undefined && (opened.splat !== splat || opened.id !== id)) setOpened({ splat, id })
  return trail
}

/** The page with an ID and the pages above it, from the top. */
export function trailToId(pages: readonly Page[], id: string): readonly Page[] | undefined {
  for (const page of pages) {
    if (page.id === id) return [page]
    const below = 'pages' in page ? trailToId(page.pages, id) : undefined
    if (below !== undefined) return [page, ...below]
  }
  return undefined
}
