import type { QueryClient } from '@tanstack/react-query'
import { fileOf, pageOf } from '../space/contents.ts'
import type { Version } from '../space/place.ts'
import type { Changed } from './changed.ts'
import type { View } from './view.ts'

/** Two versions of a space. The first revision has none before it. */
export interface Compared {
  readonly organizationId: string
  readonly spaceId: string
  readonly before: Version | undefined
  readonly after: Version
}

/** The texts that a page had and has. */
export function textsOf(item: Changed, compared: Compared, format: 'document' | 'markdown') {
  if (!item.hasText) return []
  // The queries of all versions have the same answer, under another name.
  return versionsOf(item, compared).map(
    (version) => pageOf(compared.spaceId, version, item.id, format) as ReturnType<typeof pageOf>,
  )
}

/** A file as it was and as it is. */
export function filesOf(item: Changed, compared: Compared) {
  if (item.type !== 'file') return []
  return versionsOf(item, compared).map(
    (version) => fileOf(compared.spaceId, version, item.id) as ReturnType<typeof fileOf>,
  )
}

/** What is new has no version before, and what is deleted none after. */
function versionsOf({ kind }: Changed, { before, after }: Compared): readonly Version[] {
  const sides = [...(kind === 'new' ? [] : [before]), ...(kind === 'deleted' ? [] : [after])]
  return sides.flatMap((version) => version ?? [])
}

/** Puts the answers of both versions on their sides. */
export function sidesOf<T>({ kind }: Changed, answers: readonly T[]) {
  return {
    before: kind === 'new' ? undefined : answers[0],
    after: kind === 'deleted' ? undefined : answers.at(-1),
  }
}

/** Reads everything that a view of a changed page or file shows. */
export async function loadTexts(
  queryClient: QueryClient,
  item: Changed,
  compared: Compared,
  view: View = 'rendered',
) {
  const texts = formatsOf[view].flatMap((format) => textsOf(item, compared, format))
  const files = filesOf(item, compared)
  await Promise.all([
    ...texts.map((text) => queryClient.ensureQueryData(text)),
    ...files.map((file) => queryClient.ensureQueryData(file)),
  ])
}

const formatsOf = {
  rendered: ['document'],
  source: ['markdown'],
  both: ['document', 'markdown'],
} as const
