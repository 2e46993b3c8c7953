import { ApiFailure } from '@stemma/client'
import type { ChangeRequest, Conflict } from '@stemma/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { announce } from '../../app/announcements.tsx'
import { adviceFor } from '../../app/failures.tsx'
import { useWrite } from '../../app/operations.ts'
import { useReadAgain } from '../review/review.ts'
import { conflictsOf } from './conflicts.ts'
import { resolutionOf, useDecisions } from './decisions.ts'

/** Sends all decisions at once, and leads back to the review. */
export function useSending(one: ChangeRequest, organizationId: string) {
  const { mutate, isPending } = useWrite('resolveChangeRequestConflicts')
  const [refusal, setRefusal] = useState<string>()
  const { decisions, forget } = useDecisions(one.id)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const readAgain = useReadAgain(one)
  const number = String(one.number)
  const params = { spaceId: one.space, changeRequestId: number }
  const refuse = async (words: string) => {
    setRefusal(words)
    await queries.invalidateQueries({ queryKey: conflictsOf(params).queryKey })
  }
  const finish = async () => {
    announce('Decided, and updated from the space')
    await navigate({
      to: '/o/$organizationId/s/$spaceId/~/review/$number',
      params: { organizationId, spaceId: one.space, number },
    })
    forget()
    await readAgain()
  }
  const send = (conflicts: readonly Conflict[]) => {
    const resolutions = conflicts.flatMap((conflict) => resolutionOf(conflict, decisions[conflict.id]) ?? [])
    if (isPending || resolutions.length === 0 || resolutions.length < conflicts.length) return
    setRefusal(undefined)
    mutate(
      { params, body: { resolutions } },
      {
        onSuccess: ({ result }) => (result === 'update' ? finish() : refuse(moved)),
        onError: (failure) => refuse(isAboutConflicts(failure) ? moved : adviceFor(failure)),
      },
    )
  }
  return { send, isPending, refusal, clear: () => setRefusal(undefined) }
}

/** Nothing was sent, because the conflicts are others by now. */
const moved = 'The space or the change request has changed meanwhile, so nothing was sent.'

function isAboutConflicts(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.reason === 'conflict'
}
