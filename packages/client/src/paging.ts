import type { CallOptions } from './call-options.ts'
import type { AnyInput } from './http-request.ts'

type ListMethod = (input: never, options?: CallOptions) => Promise<ListPage>

interface ListPage {
  readonly items: readonly unknown[]
  readonly next?: { readonly page: string }
}

export type ItemOf<M extends ListMethod> = Awaited<ReturnType<M>>['items'][number]

/** Every item of a list, across all pages: `for await (const team of each(client.listTeams…, input))`. */
export async function* each<M extends ListMethod>(
  list: M,
  ...args: Parameters<M>
): AsyncGenerator<ItemOf<M>, void, undefined> {
  for await (const { items } of pages(list, ...args)) yield* items
}

/** The pages of a list, starting at the page in the input or at the first. */
export async function* pages<M extends ListMethod>(
  list: M,
  ...[given, options]: Parameters<M>
): AsyncGenerator<Awaited<ReturnType<M>>, void, undefined> {
  const input: AnyInput = given ?? {}
  let page: unknown = input.query?.page
  do {
    const query = { ...input.query, page }
    const answer = (await list({ ...input, query } as never, options)) as Awaited<ReturnType<M>>
    yield answer
    const next = answer.next?.page
    if (next !== undefined && next === page) throw new Error('The server named the same page twice.')
    page = next
  } while (page !== undefined)
}
