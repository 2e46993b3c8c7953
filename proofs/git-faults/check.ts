import { rm } from 'node:fs/promises'
import { type Findings, newFindings } from '../faults/findings.ts'
import { type Acknowledged, clients, dropCache, type Pushed, pageOf } from './pushing.ts'

/** What is there in the end: over the API, and in a clone. */
export interface Ended {
  readonly titles: readonly string[]
  readonly changeRequests: readonly { readonly number: number; readonly status: string }[]
  readonly files: ReadonlyMap<string, string>
  /** The last commits that clones from each server have, also after the cache was deleted. */
  readonly tips: readonly string[]
  /** What `git fsck` complains about. */
  readonly faults: string
}

export async function readEnd({ git, urls, send, spaceId, cache }: Pushed): Promise<Ended> {
  const params = { spaceId }
  const listed = await send((api) => api.request('listPages', { params }))
  const changeRequests: Ended['changeRequests'][number][] = []
  for (const status of ['draft', 'open', 'merged', 'archived'] as const) {
    const query = { status, limit: 1000 }
    const listed = await send((api) => api.request('listChangeRequestsForSpace', { params, query }))
    changeRequests.push(...(listed?.data.items ?? []))
  }
  const tips: string[] = []
  let [files, faults]: [Ended['files'], string] = [new Map(), '']
  for (const url of [...urls, ...urls]) {
    if (tips.length === urls.length) await dropCache(cache, spaceId)
    const copy = await git.clone(url)
    tips.push((await copy.git('rev-parse', 'HEAD')).trim())
    faults += await copy.git('fsck', '--strict', '--no-dangling').catch(String)
    files = await copy.files()
    await rm(copy.folder, { recursive: true })
  }
  const pages = listed?.data.pages ?? []
  return {
    titles: pages.map(({ title }) => title),
    changeRequests,
    files,
    tips,
    faults: faults.trim(),
  }
}

/** Everything that was acknowledged is there exactly once, and nothing else is. */
export function checkEnd(ended: Ended, acknowledged: readonly Acknowledged[], rounds: number): Findings {
  const findings = newFindings()
  const { titles, changeRequests, files, tips, faults } = ended
  const expectOnce = (what: string, count: number) => {
    if (count === 0) findings.add('lost', what)
    if (count > 1) findings.add('duplicated', `${what}: ${count} times`)
  }
  const byPage = Map.groupBy(acknowledged, pageOf)
  for (const [page, told] of byPage) {
    const numbers = [...new Set(told.map(({ number }) => number))]
    if (numbers.length !== 1) findings.add('duplicated', `${page} is in ${numbers.join(', ')}`)
    expectOnce(`the page ${page}`, titles.filter((title) => title === page).length)
    if (files.get(`${page}.md`) !== `# ${page}\n\nDone.\n`) findings.add('lost', `the text of ${page}`)
    const own = changeRequests.filter(({ number }) => number === numbers[0])
    expectOnce(`the change request of ${page}`, own.length)
    if (own[0]?.status !== 'merged') findings.add('lost', `the merge of ${page}: it is ${own[0]?.status}`)
  }
  if (byPage.size !== clients * rounds)
    findings.add('lost', `${clients * rounds - byPage.size} changes were never acknowledged`)
  if (changeRequests.length !== byPage.size)
    findings.add('duplicated', `${changeRequests.length} change requests for ${byPage.size} changes`)
  for (let client = 0; client < clients; client++) {
    const line = `Client ${client} is in round ${rounds}.\n`
    expectOnce(`the line of client ${client}`, (files.get('shared.md') ?? '').split(line).length - 1)
  }
  if (new Set(tips).size !== 1) findings.add('broken', `clones end at ${tips.join(', ')}`)
  if (faults !== '') findings.add('broken', `git fsck says ${faults}`)
  return findings
}

type Damage = (ended: Ended) => Ended

/** Each of these must be noticed. */
const damages: Readonly<Record<string, Damage>> = {
  'a page is missing': (ended) => ({ ...ended, titles: ended.titles.filter((title) => title !== 'c1r1') }),
  'a page is there twice': (ended) => ({ ...ended, titles: [...ended.titles, 'c1r1'] }),
  'a text is the first one': (ended) => ({
    ...ended,
    files: new Map([...ended.files, ['c1r1.md', '# c1r1\n\nBegun.\n']]),
  }),
  'a change request is there twice': ({ changeRequests, ...rest }) => ({
    ...rest,
    changeRequests: [...changeRequests, { number: 1e6, status: 'merged' }],
  }),
  'a line is as it was': (ended) => ({ ...ended, files: new Map([...ended.files, ['shared.md', '']]) }),
  'clones differ': (ended) => ({ ...ended, tips: [...ended.tips, 'other'] }),
}

/** The names of the damages that were not noticed. */
export function unnoticed(ended: Ended, ...told: [readonly Acknowledged[], number]): readonly string[] {
  return Object.entries(damages).flatMap(([name, damage]) =>
    checkEnd(damage(ended), ...told).all().length === 0 ? [name] : [],
  )
}
