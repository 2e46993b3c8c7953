import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient } from '@stemma/client'
import { sql } from 'kysely'
import { type Copy, givenGit } from '../../packages/server/src/test/git-client.ts'
import { startServe } from '../../packages/server/src/test/process.ts'
import { testSecretKeys } from '../../packages/server/src/test/secret-keys.ts'
import { margin } from '../kit/margin.ts'
import { type Cleaning, startCleaning } from '../scale/cleaning.ts'
import { startScaleServer } from '../scale/server.ts'
import { givenLibrary, givenSpace, type ScaleSpace } from '../scale/spaces.ts'

/**
 * What git costs the server for a space of many pages: processor time of its process and of the git
 * processes that it starts, each as the mean of some rounds. GIT_SCALE_PAGES and GIT_SCALE_ROUNDS set the
 * size.
 */
const pages = Number(process.env.GIT_SCALE_PAGES ?? 100_000)
const rounds = Number(process.env.GIT_SCALE_ROUNDS ?? 9)

/** In milliseconds. */
const bars = { rebuild: 40_000, clone: 2_000, follow: 30, fetch: 100, push: 500 } as const
type Step = keyof typeof bars
/** In which Linux counts processor time. */
const tickMs = 10

const cleaning = startCleaning()
try {
  const measured = await measure(cleaning)
  const steps = Object.entries(measured) as [Step, number][]
  const shown = steps.map(([step, cost]) => `${step} ${cost.toFixed(0)} ms (≤ ${bars[step]})`)
  console.log(`git:scale: ${pages} pages, processor time of the server: ${shown.join(', ')}`)
  process.exitCode = steps.every(([step, cost]) => cost <= bars[step] * margin) ? 0 : 1
} finally {
  await cleaning.run()
}

async function measure(cleaning: Cleaning): Promise<Readonly<Record<Step, number>>> {
  const { space, address, token, pid, url } = await givenServer(cleaning)
  const git = await givenGit()
  cleaning.add(git.drop)
  await git.git('config', '--global', 'http.extraHeader', `Authorization: Bearer ${token}`)
  const costOf = async (work: () => Promise<unknown>) => {
    const before = await spentBy(pid)
    await work()
    return (await spentBy(pid)) - before
  }
  const look = () => git.git('ls-remote', url)
  const rebuild = await costOf(() => untilReady(look))
  let copy: Copy | undefined
  const clone = await costOf(async () => {
    copy = await git.clone(url)
  })
  if (copy === undefined) throw new Error('There is no clone.')
  const mine = copy
  const api = createClient({ endpoint: address, token })
  const total = { follow: 0, fetch: 0, push: 0 }
  for (let round = 0; round < rounds; round++) {
    await editPage(api, space, round)
    total.follow += await costOf(look)
    total.fetch += await costOf(() => mine.git('fetch', '--quiet', 'origin', 'main'))
    await mine.git('reset', '--quiet', '--hard', 'origin/main')
    const path = `${space.pages[space.size - 1 - round]?.path}.md`
    const text = await readFile(join(mine.folder, path), 'utf8')
    await mine.commit({ [path]: `${text}\nA line that was pushed.\n` })
    total.push += await costOf(async () => {
      const { isAccepted, said } = await mine.push()
      if (!isAccepted) throw new Error(said)
    })
  }
  const mean = (cost: number) => cost / rounds
  return { rebuild, clone, follow: mean(total.follow), fetch: mean(total.fetch), push: mean(total.push) }
}

/** A space without the API, and a server of its own process that serves it. */
async function givenServer(cleaning: Cleaning) {
  const made = await startScaleServer(cleaning, { STEMMA_SECRET_KEYS: testSecretKeys })
  const space = await givenSpace(made, await givenLibrary(made, pages), { shape: 'deep', size: pages })
  await sql`vacuum analyze`.execute(made.db)
  const folder = await mkdtemp(join(tmpdir(), 'stemma-git-scale-'))
  cleaning.add(() => rm(folder, { recursive: true, force: true }))
  const { address, child, stop } = await startServe({
    DATABASE_URL: made.url,
    STEMMA_FILES_FOLDER: made.filesFolder,
    STEMMA_GIT_FOLDER: folder,
    STEMMA_RATE_LIMIT_PER_MINUTE: '10000000',
    STEMMA_JOBS: 'off',
    PATH: process.env.PATH ?? '',
  })
  cleaning.add(stop)
  const url = `${address}/git/${made.organizationId}/${space.id}/docs.git`
  return { space, address, token: made.secret, pid: child.pid ?? 0, url }
}

/** The server asks for patience while it makes a large repository. */
async function untilReady(look: () => Promise<string>) {
  for (;;) {
    const isReady = await look().then(
      () => true,
      (error: { readonly stderr?: string }) => {
        if (!/503/.test(error.stderr ?? '')) throw error
        return false
      },
    )
    if (isReady) return
    await sleep(500)
  }
}

async function editPage(api: Client, space: ScaleSpace, round: number) {
  const params = { spaceId: space.id }
  const page = space.pages[round]?.id ?? ''
  const document = { markdown: `An edited text, number ${round}.\n` }
  const { id: changeRequestId } = await api.createChangeRequest({ params, body: { subject: 'Edit' } })
  const change = { operation: 'update_page', page, document } as const
  await api.updateChangeRequestContent({
    params: { ...params, changeRequestId },
    body: { changes: [change] },
  })
  await api.mergeChangeRequest({ params: { ...params, changeRequestId } })
}

/** Milliseconds of processor time of a process, and of everything that it has started. */
async function spentBy(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // Those that have ended are counted by their parent.
  const ticks = fields.slice(11, 15).map(Number)
  const own = ticks.reduce((sum, one) => sum + one, 0) * tickMs
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).match(/\d+/g) ?? []
  const below = await Promise.all(children.map((child) => spentBy(Number(child)).catch(() => 0)))
  return below.reduce((sum, one) => sum + one, own)
}
