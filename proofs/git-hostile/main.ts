import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { objectId } from '../../packages/server/src/git/commit.ts'
import { givenGit } from '../../packages/server/src/test/git-client.ts'
import { type Person, serve } from '../../packages/server/src/test/harness.ts'
import { packed } from '../../packages/server/src/test/packs.ts'
import { killAll, startServe } from '../../packages/server/src/test/process.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../../packages/server/src/test/writing.ts'
import { margin } from '../kit/margin.ts'
import { type Known, pushOfItems } from './attack.ts'
import { badCommits } from './bad-commits.ts'
import { badPacks } from './bad-packs.ts'
import { badStreams, type Sending } from './bad-streams.ts'
import { badTrees } from './bad-trees.ts'
import { foreignReads, isRead } from './foreign-reads.ts'
import { watchMemory } from './memory.ts'
import { type Answer, isAccepted, isRefused, push, type Target } from './sending.ts'

/**
 * Sends packs, trees, commits and requests that no client of git would send to a running server. None of them
 * is accepted, none costs much, and nobody reads what they may not. GIT_HOSTILE_SHORT=1 leaves the largest
 * out.
 */
const isShort = process.env.GIT_HOSTILE_SHORT === '1'
const secondsMax = 60
const memoryMax = 256

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'git-hostile-'))
const [gitFolder, temporary] = [join(folder, 'git'), join(folder, 'temporary')]
for (const one of [gitFolder, temporary]) await mkdir(one)
const client = await givenGit()
const server = await serve({ rateLimitPerMinute: 10_000_000 })
const wrong: string[] = []
try {
  await tryAll()
} finally {
  killAll()
  await server.stop()
  await client.drop()
  await rm(folder, { recursive: true })
}
for (const line of wrong) console.log(line)
process.exit(wrong.length > 0 ? 1 : 0)

async function tryAll() {
  const running = await startServe({
    DATABASE_URL: server.url,
    STEMMA_GIT_FOLDER: gitFolder,
    STEMMA_FILES_FOLDER: server.config.filesFolder,
    STEMMA_RATE_LIMIT_PER_MINUTE: '10000000',
    STEMMA_JOBS: 'off',
    TMPDIR: temporary,
    PATH: process.env.PATH ?? '',
  })
  const { address } = running
  const { known, target, reader, elsewhere } = await givenKnown(address)
  const memory = watchMemory(running.child.pid ?? 0)
  const { sent, slowest, refused } = await refuseAll(known, target)
  let read = 0
  const reads = foreignReads(known, refused)
  for (const one of reads) {
    for (const token of one.isOfDrafts ? [reader.secret] : [reader.secret, target.token]) {
      if (!isRead(await one.send({ ...target, token }))) continue
      read++
      wrong.push(`read: ${one.name}`)
    }
  }
  memory.stop()
  await requireWhole(address, [target, elsewhere])
  const { stderr, stdout, code } = await running.stop()
  if (code !== 0) wrong.push(`the server ended with ${code}: ${(stderr + stdout).slice(-1_000)}`)
  // A client that asks upload-pack for nonsense gets no more than it has sent already.
  const faults = stdout
    .split('\n')
    .filter((line) => /"level":(?:50|60)(?!.*git upload-pack failed)/.test(line))
  wrong.push(...faults.slice(0, 5).map((line) => `the server logged ${line.slice(0, 500)}`))
  const { git, server: own } = memory.most
  if (git > memoryMax * margin) wrong.push(`a git process took ${git.toFixed(0)} MB`)
  if (slowest.seconds > secondsMax * margin)
    wrong.push(`${slowest.name} took ${slowest.seconds.toFixed(1)} s`)
  console.log(
    `git:hostile: ${sent} packs, trees and streams refused, ${git.toFixed(0)} MB at most, ` +
      `${slowest.seconds.toFixed(1)} s at most, ${read} foreign objects read`,
  )
  console.log(`git:hostile: the server took ${own.toFixed(0)} MB; slowest was ${slowest.name}`)
}

/** A space to attack; and another one and a draft, with texts that the attacker may not read but guesses. */
async function givenKnown(address: string) {
  const text = (title: string, markdown: string) => page(title, { document: { markdown } })
  const own = await givenWrittenSpace(server, text('Guide', 'A guide.\n'), page('Usage'))
  const other = await givenWrittenSpace(server, text('Secret', 'A secret of others.\n'))
  const targetOf = (space: typeof own, { secret }: Person): Target => ({
    address,
    path: `/git/${space.organization.id}/${space.spaceId}/docs.git`,
    token: secret,
  })
  const [target, elsewhere] = [targetOf(own, own.editor), targetOf(other, other.admin)]
  const colleague = targetOf(own, own.admin)
  const written = await givenDrafts(own, colleague)
  const ids = async (one: Target) => {
    const name = `clone-${one.path.length}-${one.token.slice(-5)}`
    await client.git('clone', '--quiet', urlOf(one), name)
    const id = async (object: string) => (await client.git('-C', name, 'rev-parse', object)).trim()
    return { commit: await id('HEAD'), tree: await id('HEAD^{tree}') }
  }
  const main = (await ids(target)).commit
  const draft = packed('blob', 'A draft of a colleague.\n')
  const known: Known = {
    main,
    file: objectId('blob', Buffer.from('A guide.\n')),
    foreign: {
      ...(await ids(elsewhere)),
      blob: objectId('blob', Buffer.from('A secret of others.\n')),
    },
    draft: draft.id,
    drafts: {},
  }
  const drafted = pushOfItems(known, 'a draft', [['100644', 'guide.md', draft.id]], draft)
  const answer = await push(colleague, drafted)
  if (!isAccepted(answer)) throw new Error(`The draft was refused: ${answer.status} ${answer.body}`)
  const drafts = { 'pushed file': draft.id, 'pushed commit': drafted.tip, ...written }
  // What attackers push to main is a change request as well.
  await server
    .as(own.admin)
    .updateSpaceById({ params: { spaceId: own.spaceId }, body: { editMode: 'locked' } })
  return { known: { ...known, drafts }, target, elsewhere, reader: own.reader }
}

/** Drafts of a colleague, one of them merged, which somebody with comment access has fetched already. */
async function givenDrafts({ spaceId, editor, admin, commenter }: Space, colleague: Target) {
  const drafts: Record<string, string> = {}
  for (const name of ['written', 'merged']) {
    const { params, number, write } = await givenChangeRequest(server, spaceId, editor)
    await write(page(`Begun ${name}`, { document: { markdown: `A ${name} draft.\n` } }))
    const as = urlOf({ ...colleague, token: commenter.secret })
    await client.git('init', '--quiet', '--bare', name)
    await client.git('-C', name, 'fetch', '--quiet', as, `refs/changes/${number}/head`)
    const id = async (object: string) => (await client.git('-C', name, 'rev-parse', object)).trim()
    drafts[`${name} commit`] = await id('FETCH_HEAD')
    drafts[`${name} folder`] = await id('FETCH_HEAD^{tree}')
    drafts[`${name} file`] = objectId('blob', Buffer.from(`A ${name} draft.\n`))
    const { pages } = await server.as(editor).listPagesInChangeRequest({ params })
    const last = { operation: 'update_page', page: pages.at(-1)?.id ?? '', document: { markdown: 'Done.\n' } }
    await write(last as Parameters<typeof write>[0])
    if (name === 'merged') await server.as(admin).mergeChangeRequest({ params })
  }
  return drafts
}

type Space = Awaited<ReturnType<typeof givenWrittenSpace>>

function urlOf({ address, path, token }: Target): string {
  return `${address.replace('//', `//x:${token}@`)}${path}`
}

async function refuseAll(known: Known, target: Target) {
  const text = packed('blob', 'A good text.\n')
  const good = pushOfItems(known, 'a good push', [['100644', 'guide.md', text.id]], text)
  const attacks = [...badPacks(known), ...badTrees(known, isShort), ...badCommits(known)]
  const pushes = attacks.map((attack) => ({
    name: attack.name,
    isHarmless: attack.isHarmless ?? false,
    send: (to: Target) => push(to, attack),
  }))
  const streams = badStreams(good).map((one) => ({ ...one, isHarmless: false }))
  let slowest = { name: '', seconds: 0 }
  for (const one of [...pushes, ...streams]) {
    const begun = performance.now()
    const answer = await patiently(one, target)
    const seconds = (performance.now() - begun) / 1000
    if (seconds > slowest.seconds) slowest = { name: one.name, seconds }
    const isRight = isRefused(answer) || (one.isHarmless && isAccepted(answer))
    if (!isRight) wrong.push(`${one.name}: ${answer.status} ${answer.body.toString().slice(0, 300)}`)
  }
  // Whoever pushes may read the draft: the other reads show that readers get none of it.
  const lost = attacks.flatMap(({ isHarmless, tip }) => (isHarmless || tip === known.draft ? [] : [tip]))
  return { sent: pushes.length + streams.length, slowest, refused: lost.slice(-3).concat(good.tip) }
}

/** A server that is busy is asked again, as it says. */
async function patiently({ send }: Sending, target: Target): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(target)
    if (answer.status !== 503 || attempt === 5) return answer
  }
}

/** A good push still works, repositories are whole, and no file is left behind. */
async function requireWhole(address: string, targets: readonly Target[]) {
  for (const target of targets) {
    const copy = `good-${target.path.split('/')[3]}`
    await client.git('clone', '--quiet', urlOf({ ...target, address }), copy)
    await writeFile(join(client.folder, copy, 'new.md'), 'New.\n')
    await client.git('-C', copy, 'add', 'new.md')
    await client.git('-C', copy, 'commit', '--quiet', '--message=Add a page')
    await client.git('-C', copy, 'push', '--quiet', 'origin', 'HEAD:refs/for/main')
  }
  const left = [
    ...(await readdir(temporary)),
    ...(await readdir(gitFolder)).filter((name) => name[0] === '.'),
  ]
  if (left.length > 0) wrong.push(`left behind: ${left.join(' ')}`)
  for (const space of await readdir(gitFolder)) {
    for (const name of await readdir(join(gitFolder, space))) {
      const repository = join(gitFolder, space, name)
      await run('git', ['-C', repository, 'fsck', '--strict']).catch((error) => wrong.push(String(error)))
    }
  }
}
