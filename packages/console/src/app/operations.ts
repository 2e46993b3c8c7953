import type { Answer, ClientInput } from '@stemma/client'
import { type Operation, operations } from '@stemma/contract'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { api } from './client.ts'

export type OperationId = keyof typeof operations
export type InputOf<Id extends OperationId> = ClientInput<(typeof operations)[Id]>
type ResultOf<Id extends OperationId> = Answer<(typeof operations)[Id]>['data']

/** The query of a reading operation. Loaders and components that ask the same share one answer. */
export function toQuery<Id extends OperationId>(id: Id, input: InputOf<Id>) {
  return queryOptions({
    queryKey: keyOf(operations[id], input),
    queryFn: async ({ signal }): Promise<ResultOf<Id>> => (await call(id, input, { signal })).data,
  })
}

/** The ID of an operation that answers with a part of a list, and where the next part begins. */
type ListId = {
  [Id in OperationId]: ResultOf<Id> extends { readonly items: readonly unknown[]; readonly count: number }
    ? Id
    : never
}[OperationId]

/** A list that may be long, part by part. */
export function toPages<Id extends ListId>(id: Id, input: InputOf<Id>) {
  const { query = {}, ...rest }: AnyInput = input
  return infiniteQueryOptions({
    queryKey: [...keyOf(operations[id], input), 'parts'],
    queryFn: async ({ signal, pageParam }): Promise<ResultOf<Id>> => {
      const page = pageParam === '' ? {} : { page: pageParam }
      return (await call(id, { ...rest, query: { ...query, ...page } } as InputOf<Id>, { signal })).data
    },
    initialPageParam: '',
    getNextPageParam: (last: ResultOf<Id>) =>
      (last as { readonly next?: { readonly page: string } }).next?.page,
  })
}

/** The answer of a reading operation. The screen waits for it, and the nearest boundary shows a failure. */
export function useOperation<Id extends OperationId>(id: Id, input: InputOf<Id>): ResultOf<Id> {
  return useSuspenseQuery(toQuery(id, input)).data
}

/** Calls a writing operation, and has everything read again that lies at or below its list, or another. */
export function useWrite<Id extends OperationId>(id: Id, read?: (input: InputOf<Id>) => readonly unknown[]) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: InputOf<Id>): Promise<ResultOf<Id>> => (await call(id, input)).data,
    onSuccess: (_, input) =>
      queries.invalidateQueries({ queryKey: read?.(input) ?? listKeyOf(operations[id], input) }),
  })
}

type Call = <Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  options?: { readonly signal: AbortSignal },
) => Promise<Answer<(typeof operations)[Id]>>

// The overloads of `request` depend on the operation, which is a parameter here.
const call = api.request as unknown as Call

type CallAny = (
  id: string,
  input: object,
  options?: { readonly signal: AbortSignal },
) => Promise<{ readonly data: unknown; readonly status: number }>

/** Calls an operation that only the URL or the contract names, so that its types are not known here. */
export const callAny = api.request as unknown as CallAny

/** The path is the key, segment by segment, so that a list covers its items; the query comes last. */
function keyOf({ path }: Operation, { params, query }: AnyInput): readonly unknown[] {
  return query === undefined ? segmentsOf(path, params) : [...segmentsOf(path, params), query]
}

/** The path without an ID at its end: renaming a team changes the list of teams too. */
function listKeyOf({ path }: Operation, { params }: AnyInput): readonly string[] {
  return segmentsOf(path.replace(/\/\{\w+\}$/, ''), params)
}

function segmentsOf(path: string, params: Readonly<Record<string, string>> = {}): string[] {
  return path
    .slice('/v1/'.length)
    .split('/')
    .map((segment) => segment.replace(/^\{(\w+)\}$/, (_, name: string) => params[name] ?? ''))
}

interface AnyInput {
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: object | undefined
}
