import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { givenUser, type Server } from '../../packages/server/src/test/harness.ts'
import { givenLargeSite } from '../../packages/server/src/test/large-site.ts'

const sizes = [5, 500] as const
const rounds = 30

/** Measures reading a site and resolving its URLs, for a small and a large site, against one bare query. */
export async function measure(server: Server) {
  const { secret } = await givenUser(server)
  const bare = await medianMs(() => sql`select id from users where id = ${'nobody'}`.execute(server.db))
  for (const size of sizes) {
    const { organizationId, siteId, address } = await givenLargeSite(server, size)
    const published = `/v1/orgs/${organizationId}/sites/${siteId}/published`
    const headers = { authorization: `Bearer ${secret}` }
    const figures = {
      published: await medianMs(() => server.app.inject({ method: 'GET', url: published, headers })),
      resolve: await medianMs(() =>
        server.app.inject({ method: 'POST', url: '/v1/urls/published', payload: { url: `${address}/s3/x` } }),
      ),
    }
    for (const [what, ms] of Object.entries(figures))
      console.log(`${what} of ${size} sections: ${(ms / bare).toFixed(1)} bare queries (${ms.toFixed(1)} ms)`)
  }
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return times.toSorted((a, b) => a - b)[rounds / 2] ?? 0
}
