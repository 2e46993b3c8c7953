import { hashOf } from '@stemma/content'
import { gitOperations, type Operation } from '@stemma/contract'
import { newId } from '../../packages/server/src/common/ids.ts'
import { callers, expectedStatus, givenCaller } from '../../packages/server/src/test/callers.ts'
import { fingerprintOf } from '../../packages/server/src/test/fingerprint.ts'
import type { Server } from '../../packages/server/src/test/harness.ts'
import { givenWorld } from '../../packages/server/src/test/world.ts'
import { tryChanges, ways } from './git-changes.ts'

/** What git asks first, and what it sends then: with nothing to fetch or to push, both are allowed. */
const services = {
  gitFetch: 'git-upload-pack',
  gitPush: 'git-receive-pack',
} as const satisfies Partial<Record<keyof typeof gitOperations, string>>

const nothing = '0000'

/** Tries what git sends as every kind of caller, and with the IDs of another tenant. */
export async function tryGit(server: Server) {
  const wrong: string[] = []
  let cells = 0
  const { ours, theirs } = await givenWorld(server)
  await storeFile(server, ours.spaceId)
  for (const id of Object.keys(services) as (keyof typeof services)[]) {
    const operation: Operation = gitOperations[id]
    const requests = requestsOf(services[id])
    const send = (request: Request, base: string, headers: Readonly<Record<string, string>>) =>
      server.app.inject({
        ...request,
        url: `${base}/docs.git/${request.url}`,
        headers: { ...request.headers, ...headers },
      })
    for (const [at, caller] of callers.entries()) {
      const person = await givenCaller(server, { ours, theirs }, operation, caller)
      const way = ways[at % ways.length] ?? String
      const headers = person.secret === undefined ? {} : { authorization: way(person.secret) }
      const expected = expectedStatus(id, operation, caller)
      for (const request of requests) {
        const before = await fingerprintOf(server)
        const { statusCode } = await send(request, `/git/${ours.organizationId}/${ours.spaceId}`, headers)
        cells++
        const what = `${id} ${request.method}, ${caller.name}`
        if (statusCode !== expected) wrong.push(`${what}: ${statusCode} instead of ${expected}`)
        if (statusCode >= 400 && before !== (await fingerprintOf(server)))
          wrong.push(`${what}: refused, yet written`)
      }
    }
    const headers = { authorization: `Bearer ${ours.admin.secret}` }
    const foreign = [
      `/git/${theirs.organizationId}/${theirs.spaceId}`,
      `/git/${ours.organizationId}/${theirs.spaceId}`,
      `/git/${theirs.organizationId}/${ours.spaceId}`,
      `/git/${ours.organizationId}/${newId()}`,
    ]
    for (const base of foreign) {
      for (const request of requests) {
        const { statusCode } = await send(request, base, headers)
        cells++
        if (statusCode !== 404) wrong.push(`swap ${id} ${request.method}, ${base}: answered ${statusCode}`)
      }
    }
  }
  const changes = await tryChanges(server, { ours, theirs })
  return { cells: cells + changes.cells, wrong: [...wrong, ...changes.wrong] }
}

/** A clone has the file of the sample space, which other operations never read. */
async function storeFile({ blobs }: Server, spaceId: string) {
  const bytes = Buffer.from(`A file of ${spaceId}`)
  await blobs.put({ contentId: spaceId, hash: hashOf(bytes) }, bytes)
}

type Request = ReturnType<typeof requestsOf>[number]

function requestsOf(service: string) {
  const type = `application/x-${service}-request`
  return [
    { method: 'GET', url: `info/refs?service=${service}`, headers: {} },
    { method: 'POST', url: service, headers: { 'content-type': type }, payload: nothing },
  ] as const
}
