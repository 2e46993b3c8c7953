import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { type Server, serve } from '../../../packages/server/src/test/harness.ts'
import { launchBrowser } from '../../../packages/site/src/test/browser.ts'
import { startChild } from '../child.ts'
import type { Size } from '../contest.ts'
import type { Target } from '../side.ts'
import { startAstro } from './astro-server.ts'
import { barePagesTable } from './bare-page.ts'
import { browse } from './browsing.ts'
import { measuredPage } from './outline.ts'
import { slugOf } from './peer-files.ts'
import { buildPeers, type Peers } from './peers.ts'
import { publishSample } from './publishing.ts'
import { report } from './report.ts'
import { type DrawnPage, measureServing, readPage } from './serving.ts'
import { writeSites } from './write-sites.ts'

/**
 * Compares pages that we publish with the same pages built by Starlight and VitePress: what browsers transfer
 * and how soon they show it, and what a page costs the server. Everything compared alternates in one run.
 */
export async function benchSites({ isWritten, ...size }: Size & { readonly isWritten: boolean }) {
  const peers = await buildPeers()
  const fixture = await serve()
  const closing: (() => Promise<unknown>)[] = [() => fixture.stop()]
  const begin = async (which: string, env: Readonly<Record<string, string>>): Promise<Target> => {
    const { stop, ...child } = await startChild(which, { DATABASE_URL: fixture.url, ...env })
    closing.unshift(stop)
    return { ...child, secret: '', db: fixture.db }
  }
  try {
    const { spaceId, paths, measured, merge } = await publishSample(fixture)
    await sql`vacuum analyze`.execute(fixture.db)
    const ours = await begin('ours', {})
    const pages: DrawnPage[] = []
    for (const path of paths) pages.push(await readPage(ours, path))
    const addresses = { ours: `${ours.address}${measured}`, ...(peers && (await servePeers(peers, begin))) }
    const browsed = await browseAll(addresses, size.rounds)
    await fillBare(fixture, spaceId, pages)
    const astro = peers && (await startAstro(peers.astroServer))
    if (astro) closing.unshift(astro.stop)
    const servers = {
      ours,
      drawing: await begin('ours', { STEMMA_SITES_CACHE_BYTES: '0' }),
      bare: await begin('bare-page', {}),
      astro: astro && { ...astro, secret: '', db: fixture.db },
    }
    const served = await measureServing(servers, pages, merge, size)
    const { lines, ...verdict } = report(browsed, served)
    console.log(lines.join('\n'))
    if (isWritten) await writeSites(lines, size.rounds)
    return verdict
  } finally {
    for (const close of closing) await close()
  }
}

async function servePeers(
  peers: Peers,
  begin: (which: string, env: Record<string, string>) => Promise<Target>,
) {
  const starlight = await begin('files', { FOLDER: peers.starlight })
  const vitepress = await begin('files', { FOLDER: peers.vitepress })
  const page = slugOf(measuredPage)
  return { starlight: `${starlight.address}/${page}/`, vitepress: `${vitepress.address}/${page}` }
}

async function browseAll(addresses: Parameters<typeof browse>[1], rounds: number) {
  const browser = await launchBrowser()
  try {
    return await browse(browser, addresses, rounds)
  } finally {
    await browser.close()
  }
}

async function fillBare({ db }: Server, spaceId: string, pages: readonly DrawnPage[]) {
  await sql.raw(barePagesTable).execute(db)
  for (const { path, etag, html } of pages) {
    await sql`insert into bare_site_pages values (${path}, ${spaceId}, ${etag}, ${gzipSync(html)})`.execute(
      db,
    )
  }
}
