import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { givenSession } from '../../packages/server/src/test/browser.ts'
import { serve } from '../../packages/server/src/test/harness.ts'
import { killAll, startServe } from '../../packages/server/src/test/process.ts'
import { givenWrittenSpace, page as pageNamed } from '../../packages/server/src/test/writing.ts'
import { freePort } from '../../tools/dev/port.ts'
import { type Line, startProxy } from './proxy.ts'

/** Paragraphs to type into, and one that somebody else writes. */
export const paragraphs = ['First', 'Second', 'Third']
const text = `# Notes\n\n${paragraphs.join('\n\n')}\n\n*  spelled\n*  oddly\n\nOthers\n`

/** A page in a live space, two servers behind one address, and somebody who writes there. */
export interface Stage {
  readonly origin: string
  readonly url: string
  readonly proxy: Line
  /** Kills a server as a crash would. `revive` starts it again. */
  readonly kill: (at: number) => Promise<void>
  readonly revive: (at: number) => Promise<void>
  readonly newCookie: () => Promise<Cookie>
  /** The session of somebody else, who may write the page too. */
  readonly otherCookie: () => Promise<Cookie>
  readonly endSessions: () => Promise<void>
  /** What the database has of the page, whatever happens to the servers. */
  readonly markdown: () => Promise<string>
  /** Somebody else adds words to their own paragraph. */
  readonly writeAsOther: (words: string) => Promise<void>
  readonly stop: () => Promise<void>
}

export interface Cookie {
  readonly name: string
  readonly value: string
  readonly url: string
}

export async function openStage(): Promise<Stage> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const urls = { publicUrl: origin, appUrl: origin, filesUrl: origin, sitesUrl: `${origin}/sites` }
  const server = await serve({ ...urls, rateLimitPerMinute: 10_000_000 })
  const folder = await mkdtemp(join(tmpdir(), 'stemma-console-faults-'))
  const ports = [await freePort(), await freePort()]
  const launch = (at: number) =>
    startServe({
      DATABASE_URL: server.url,
      STEMMA_FILES_FOLDER: folder,
      STEMMA_JOBS: 'off',
      STEMMA_LOG_LEVEL: 'info',
      STEMMA_PUBLIC_URL: origin,
      STEMMA_RATE_LIMIT_PER_MINUTE: '10000000',
      STEMMA_PORT: String(ports[at]),
    })
  const running = await Promise.all(ports.map((_, at) => launch(at)))
  const proxy = await startProxy(port, ports)
  const { spaceId, organization, admin, editor } = await givenWrittenSpace(
    server,
    pageNamed('Notes', { document: { markdown: text } }),
  )
  const params = { spaceId }
  const { pages } = await server.as(admin).listPages({ params })
  const pageId = pages[0]?.id ?? ''
  const markdown = async () => {
    const found = await server
      .as(admin)
      .getPageById({ params: { ...params, pageId }, query: { format: 'markdown' } })
    return found.type === 'document' ? (found.markdown ?? '') : ''
  }
  const cookieOf = async (userId: string) => {
    const { cookie } = await givenSession(server, { userId })
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    return { name, value, url: origin }
  }
  return {
    origin,
    url: `${origin}/app/o/${organization.id}/s/${spaceId}?view=visual`,
    proxy,
    async kill(at) {
      running[at]?.child.kill('SIGKILL')
      await running[at]?.ended
    },
    async revive(at) {
      running[at] = await launch(at)
    },
    newCookie: () => cookieOf(editor.id),
    otherCookie: () => cookieOf(admin.id),
    async endSessions() {
      await server.db.deleteFrom('sessions').where('user_id', '=', editor.id).execute()
    },
    markdown,
    async writeAsOther(words) {
      const { revision } = await server.as(admin).getSpaceById({ params })
      const document = { markdown: (await markdown()).replace(/^Others/m, `Others${words}`) }
      const change = { operation: 'update_page' as const, page: pageId, basedOn: revision, document }
      await server.as(admin).updateSpaceContent({ params, body: { changes: [change] } })
    },
    async stop() {
      proxy.close()
      killAll()
      await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}
