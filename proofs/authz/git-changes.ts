import { gitOperations, type Operation } from '@stemma/contract'
import { type Caller, callers, expectedStatus, givenCaller } from '../../packages/server/src/test/callers.ts'
import { fingerprintOf } from '../../packages/server/src/test/fingerprint.ts'
import type { Server } from '../../packages/server/src/test/harness.ts'
import { packed, packedCommit, packedTree, packOf } from '../../packages/server/src/test/packs.ts'
import type { World } from '../../packages/server/src/test/world.ts'
import { page } from '../../packages/server/src/test/writing.ts'
import { packet } from '../git-hostile/sending.ts'

/** How git sends a token: as a Bearer token, or as the password of any user. */
export const ways = [
  (secret: string) => `Bearer ${secret}`,
  (secret: string) => `Basic ${Buffer.from(`git:${secret}`).toString('base64')}`,
]

const main = 'refs/heads/main'

/** What callers see of change requests, and which pushes of theirs arrive: to others, and to the space. */
export async function tryChanges(server: Server, world: World) {
  const wrong: string[] = []
  let cells = 0
  const { ours } = world
  const draft = await givenDraft(server, ours)
  const base = `/git/${ours.organizationId}/${ours.spaceId}/docs.git`
  const send = (service: string, payload: Buffer, headers: Readonly<Record<string, string>>) =>
    server.app.inject({
      method: 'POST',
      url: `${base}/${service}`,
      payload,
      headers: { 'content-type': `application/x-${service}-request`, ...headers },
    })
  const list = (headers: Readonly<Record<string, string>>) =>
    send('git-upload-pack', listing, { 'git-protocol': 'version=2', ...headers })
  const refOf = async (ref: string) => {
    const { body } = await list({ authorization: `Bearer ${ours.admin.secret}` })
    return new RegExp(`([\\da-f]{40}) ${ref}`).exec(body)?.[1] ?? ''
  }
  const check = async (name: string, id: keyof typeof gitOperations, caller: Caller, work: Work) => {
    const operation: Operation = gitOperations[id]
    const { secret } = await givenCaller(server, world, operation, caller)
    const way = ways[cells % ways.length] ?? String
    const before = await fingerprintOf(server)
    const { isDone, status, body } = await work(secret === undefined ? {} : { authorization: way(secret) })
    const isExpected = expectedStatus(id, operation, caller) === operation.status
    cells++
    if (isDone !== isExpected) wrong.push(`${name}, ${caller.name}: not ${isExpected}, but ${status} ${body}`)
    // What a push stores before it is decided is collected later.
    if (status >= 400 && before !== (await fingerprintOf(server)))
      wrong.push(`${name}, ${caller.name}: refused, yet written`)
  }
  for (const [at, caller] of callers.entries()) {
    const pushing = async (ref: string): Promise<Work> => {
      const payload = pushOf(ref, await refOf(ref), `${at} ${ref}`)
      return async (headers) => {
        const { statusCode: status, body } = await send('git-receive-pack', payload, headers)
        return { isDone: /^[\da-f]{4}ok refs\//m.test(body), status, body }
      }
    }
    await check('change requests', 'gitFetchChanges', caller, async (headers) => {
      const { statusCode: status, body } = await list(headers)
      return { isDone: status === 200 && body.includes('refs/changes/'), status, body }
    })
    await check('a push to another', 'gitPushToOthers', caller, await pushing(draft))
    await check('a push to main', 'gitPush', caller, await pushing(main))
  }
  return { cells, wrong }
}

interface Tried {
  readonly isDone: boolean
  readonly status: number
  readonly body: string
}

type Work = (headers: Readonly<Record<string, string>>) => Promise<Tried>

/** A change request of an admin, in a space with live edits. */
async function givenDraft(server: Server, { admin, spaceId }: World['ours']): Promise<string> {
  const api = server.as(admin)
  const params = { spaceId }
  await api.updateSpaceById({ params, body: { editMode: 'live' } })
  const { id, number } = await api.createChangeRequest({ params, body: { subject: 'Draft' } })
  const body = { changes: [page('Draft of an admin')] }
  await api.updateChangeRequestContent({ params: { spaceId, changeRequestId: id }, body })
  return `refs/changes/${number}/head`
}

const end = Buffer.from('0000')

const listing = Buffer.concat([
  packet('command=ls-refs\n'),
  packet('object-format=sha1\n'),
  Buffer.from('0001'),
  end,
])

/** A push of one page, on the commit that a ref has. */
function pushOf(ref: string, old: string, text: string): Buffer {
  const file = packed('blob', `${text}\n`)
  const tree = packedTree([['100644', 'pushed.md', file.id]])
  const commit = packedCommit(tree.id, [old])
  const line = packet(`${old} ${commit.id} ${ref}\0 report-status`)
  return Buffer.concat([line, end, packOf([commit, tree, file].map(({ bytes }) => bytes))])
}
