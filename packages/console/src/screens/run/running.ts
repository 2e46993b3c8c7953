import { ApiFailure } from '@stemma/client'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { announce } from '../../app/announcements.tsx'
import { callAny } from '../../app/operations.ts'
import { queryClient } from '../../app/queries.ts'
import type { Problems } from './draft.ts'
import type { Detail, Input } from './form.ts'
import type { Callable } from './reach.ts'

/** Calls the operation of a form. */
export function useRun(id: string, { method }: Callable) {
  return useMutation({
    // Without a network it fails in words, instead of waiting where nobody sees it.
    networkMode: 'always',
    mutationFn: (input: Input) => callAny(id, input),
    onSuccess: () => {
      announce('Done')
      // Nobody knows what it changed, so everything is read again.
      return method === 'GET' ? undefined : queryClient.invalidateQueries()
    },
  })
}

/** What a refusal says about single fields. */
export function detailsOf(error: unknown, { path }: Callable): readonly Detail[] {
  if (!(error instanceof ApiFailure)) return []
  if (Array.isArray(error.details)) return error.details
  // What is missing is what the path names last.
  const last = [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1]
  if (error.reason !== 'not_found' || last === undefined || last === 'organizationId') return []
  return [{ pointer: `/params/${last}`, message: 'Nothing is found under this. Check that it belongs here.' }]
}

/** Moves to the first field with a message, once there are new ones. */
export function useFocusOnProblem(problems: Problems) {
  const element = useRef<HTMLFormElement>(null)
  const count = Object.keys(problems).length
  useEffect(() => {
    if (count === 0) return
    const wrong = element.current?.querySelector<HTMLElement>(wrongField)
    wrong?.focus()
  }, [count])
  return element
}

const wrongField = ':is(input, textarea)[aria-invalid="true"], .choice[data-invalid] button'
