import assert from 'node:assert/strict'
import type { ContentChange } from '@stemma/contract'
import type { Copy, givenGit } from './git-client.ts'
import type { Person, Server } from './harness.ts'
import { givenWrittenSpace, page } from './writing.ts'

type Client = Awaited<ReturnType<typeof givenGit>>

const texts = [page('Guide', { document: { markdown: 'One.\n\nTwo.\n\nThree.\n' } }), page('Usage')]

/** A space with a guide, which people clone from a server that listens at an address. */
export async function givenGitSpace(
  { server, address, client }: { readonly server: Server; readonly address: string; readonly client: Client },
  ...changes: ContentChange[]
) {
  const space = await givenWrittenSpace(server, ...(changes.length > 0 ? changes : texts))
  const path = `/git/${space.organization.id}/${space.spaceId}/docs.git`
  const url = (token: string) => `${address.replace('//', `//x:${token}@`)}${path}`
  const clone = ({ secret }: Person) => client.clone(url(secret))
  const api = server.as(space.editor)
  const { spaceId } = space
  const at = (number: number) => ({ spaceId, changeRequestId: String(number) })
  const textAt = async (number: number, pagePath: string) => {
    const query = { format: 'markdown' } as const
    const found = await api.getPageInChangeRequestByPath({ params: { ...at(number), pagePath }, query })
    return 'markdown' in found ? found.markdown : undefined
  }
  return { ...space, path, url, clone, at, textAt, copy: await clone(space.editor) }
}

export async function pushes(copy: Copy, ...args: string[]): Promise<string> {
  const { isAccepted, said } = await copy.push(...args)
  assert.ok(isAccepted, said)
  return said
}

export async function refuses(copy: Copy, reason: RegExp, ...args: string[]) {
  const { isAccepted, said } = await copy.push(...args)
  assert.ok(!isAccepted, said)
  assert.match(said, reason)
}
