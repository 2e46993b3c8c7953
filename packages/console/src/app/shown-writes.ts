import { type Mutation, type UseMutationOptions, useMutation, useMutationState } from '@tanstack/react-query'
import { queryClient } from './queries.ts'

/** A write whose result is shown before the server has it. */
interface ShownWrite<Item> {
  readonly shows?: (known: readonly Item[]) => readonly Item[]
}

type Performed<Write> = Pick<
  UseMutationOptions<unknown, Error, Write>,
  'mutationFn' | 'onSuccess' | 'onSettled'
>

/** Writes one after the other, and shows what is on its way. */
export function useShownWrites<Item, Write extends ShownWrite<Item>>(
  mutationKey: readonly string[],
  options: Performed<Write>,
) {
  const { mutate, error, reset, isPending } = useMutation({
    ...options,
    mutationKey,
    scope: { id: mutationKey.join() },
    // Without a network it fails in words, instead of waiting where nobody sees it.
    networkMode: 'always',
  })
  const filters = { mutationKey, status: 'pending' } as const
  const pending = useMutationState({ filters, select: writeOf<Write> })
  return {
    mutate,
    withPending: (known: readonly Item[]) => afterAll(pending, known),
    /** The same at this moment: keys can follow each other faster than the screen follows them. */
    withPendingNow: (known: readonly Item[]) =>
      afterAll(
        queryClient
          .getMutationCache()
          .findAll(filters)
          .map(writeOf<Write>),
        known,
      ),
    isPending,
    error,
    forgetError: reset,
  }
}

function writeOf<Write>({ state }: Mutation): Write {
  return state.variables as Write
}

function afterAll<Item>(writes: readonly ShownWrite<Item>[], known: readonly Item[]): readonly Item[] {
  return writes.reduce((now, { shows }) => shows?.(now) ?? now, known)
}
