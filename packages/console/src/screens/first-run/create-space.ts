import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../app/client.ts'
import { queryClient } from '../../app/queries.ts'
import { writeContent } from '../space/writing.ts'
import { insertionsOf, movesOf } from './pages-of.ts'
import type { Template } from './templates/template.ts'

interface Wanted {
  readonly title: string
  /** Missing: a space without pages. */
  readonly template?: Template | undefined
}

/** What earlier attempts have done: the next one goes on from there. */
interface Made {
  spaceId?: string
  pageIds?: readonly string[]
}

/** Creates a space with the pages of a template. */
export function useCreateSpace(organizationId: string) {
  const made = useRef<Made>({})
  return useMutation({
    // Without a network it fails in words, instead of waiting where nobody sees it.
    networkMode: 'always',
    mutationFn: (wanted: Wanted) => create(organizationId, wanted, made.current),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orgs', organizationId, 'spaces'] }),
  })
}

async function create(organizationId: string, { title, template }: Wanted, made: Made): Promise<string> {
  const isEmpty = template === undefined
  made.spaceId ??= await createSpace(organizationId, { title, ...(!isEmpty && forPages) })
  const { spaceId } = made
  if (isEmpty) return spaceId
  const current = { kind: 'current' } as const
  made.pageIds ??= (await writeContent(spaceId, current, insertionsOf(template))).created
  await writeContent(spaceId, current, movesOf(template, made.pageIds))
  await api.updateSpaceById({ params: { spaceId }, body: { editMode: 'locked', title } })
  return spaceId
}

/** Open to direct changes until its pages are there; then it is locked, as every new space. */
const forPages = { editMode: 'live', empty: true } as const

async function createSpace(organizationId: string, body: { readonly title: string }): Promise<string> {
  return (await api.createSpace({ params: { organizationId }, body })).id
}
