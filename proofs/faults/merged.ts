import type { Page, RevisionSummary } from '@stemma/contract'
import { type Findings, newFindings, type Outcome } from './findings.ts'
import { isContender, type MergePlan, type Merging, mergeAtOnce, subjectOf } from './merging.ts'
import type { Scene } from './stage.ts'

/** Many clients merge into one space at once while two servers are killed. */
export async function mergeThroughKills(scene: Scene, plan: MergePlan): Promise<Outcome> {
  const begun = performance.now()
  const merging = await mergeAtOnce(scene, plan)
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  console.log(
    `merges: ${merging.merged.size} of ${plan.changeRequests} acknowledged in ${seconds} s, ` +
      `${merging.conflicts} times after deciding conflicts, ${scene.record.repeats} requests repeated`,
  )
  const merged = await readMerged(merging)
  const findings = checkMerged(merged, merging.merged, plan.changeRequests)
  for (const what of scene.record.strange) findings.add('broken', what)
  const missed = unnoticed(merged, merging.merged, plan.changeRequests)
  console.log(
    `control: ${missed.length === 0 ? 'every damage noticed' : `NOT NOTICED: ${missed.join(', ')}`}`,
  )
  return {
    kills: merging.kills,
    acknowledged: merging.merged.size,
    findings,
    isNoticed: missed.length === 0,
  }
}

/** The final content, as read over the API. */
interface Merged {
  readonly changeRequests: readonly {
    readonly subject: string
    readonly number: number
    readonly id: string
  }[]
  /** The revisions of the space, the newest first. */
  readonly history: readonly Pick<RevisionSummary, 'id' | 'type' | 'parents' | 'changeRequest'>[]
  readonly head: string
  readonly titles: readonly string[]
  /** The text of the page in which every change request has a paragraph. */
  readonly shared: string
  readonly counted: readonly number[]
}

export async function readMerged({ send, spaceId }: Pick<Merging, 'send' | 'spaceId'>): Promise<Merged> {
  const params = { spaceId }
  const query = { status: 'merged', limit: 1000 } as const
  const listed = await send((api) => api.request('listChangeRequestsForSpace', { params, query }))
  const current = await send((api) => api.request('getCurrentRevision', { params }))
  const space = await send((api) => api.request('getSpaceById', { params }))
  const pages = (current?.data.pages ?? []) as readonly Page[]
  const pageId = pages.find(({ title }) => title === 'Shared')?.id ?? ''
  const shown = await send((api) =>
    api.request('getPageById', { params: { spaceId, pageId }, query: { format: 'markdown' } }),
  )
  const { changeRequests = -1, changeRequestsOpen = -1, changeRequestsDraft = -1 } = space?.data ?? {}
  return {
    changeRequests: listed?.data.items ?? [],
    history: await readHistory({ send, spaceId }),
    head: current?.data.id ?? '',
    titles: pages.map(({ title }) => title),
    shared: shown && 'markdown' in shown.data ? shown.data.markdown : '',
    counted: [changeRequests, changeRequestsOpen, changeRequestsDraft],
  }
}

async function readHistory({ send, spaceId }: Pick<Merging, 'send' | 'spaceId'>): Promise<Merged['history']> {
  const revisions: RevisionSummary[] = []
  for (let page: string | undefined, isLast = false; !isLast; ) {
    const query = { limit: 100, ...(page !== undefined && { page }) }
    const answer = await send((api) => api.request('listRevisions', { params: { spaceId }, query }))
    revisions.push(...(answer?.data.items ?? []))
    page = answer?.data.next?.page
    isLast = page === undefined
  }
  return revisions
}

/** Every acknowledged merge must be in the content and in one line of revisions, exactly once. */
export function checkMerged(merged: Merged, told: ReadonlyMap<string, string>, all: number): Findings {
  const findings = newFindings()
  const { changeRequests, history, head, titles, shared, counted } = merged
  const expectOnce = (what: string, count: number) => {
    if (count === 0) findings.add('lost', what)
    if (count > 1) findings.add('duplicated', `${what}: ${count} times`)
  }
  for (let number = 1; number <= all; number++) {
    const subject = subjectOf(number)
    expectOnce(`the merge of ${subject} was not acknowledged`, told.has(subject) ? 1 : 0)
    expectOnce(`the page of ${subject}`, titles.filter((title) => title === subject).length)
    expectOnce(`the paragraph of ${subject}`, shared.split(` is by ${subject}.`).length - 1)
    expectOnce(`the number ${number}`, changeRequests.filter((one) => one.number === number).length)
    const { id } = changeRequests.find((one) => one.subject === subject) ?? {}
    const made = history.filter((one) => one.type === 'merge' && one.changeRequest === id)
    expectOnce(`the merge of ${subject} in the history`, made.length)
    if (made[0] && made[0].id !== told.get(subject))
      findings.add('broken', `${subject} was told of ${told.get(subject)}, and its merge is ${made[0].id}`)
  }
  if (history[0]?.id !== head) findings.add('lost', `the head ${head} is not the newest of the history`)
  for (const [at, { id, parents }] of history.entries())
    if (parents[0] !== history[at + 1]?.id) findings.add('broken', `${id} does not follow the one before it`)
  if (counted.join() !== [all, 0, 0].join()) findings.add('broken', `the space counts ${counted.join()}`)
  if (!titles.includes(titleDue(merged)))
    findings.add('lost', 'the title that the last of those who wanted it gave')
  return findings
}

/** The contender that was merged last determined the title. */
function titleDue({ changeRequests, history }: Merged): string {
  const subjects = new Map(changeRequests.map(({ id, subject }) => [id, subject]))
  const order = history.flatMap(({ changeRequest = '' }) => subjects.get(changeRequest) ?? [])
  const last = order.find((subject) => isContender(Number(subject.slice(1))))
  return last === undefined ? 'Contested' : `By ${last}`
}

type Damage = (merged: Merged) => Merged

/** Each of these damages must be noticed. */
const damages: Readonly<Record<string, Damage>> = {
  'a page is missing': (merged) => ({ ...merged, titles: merged.titles.filter((title) => title !== 'm1') }),
  'a page is there twice': (merged) => ({ ...merged, titles: [...merged.titles, 'm1'] }),
  'a paragraph is as it was': (merged) => ({
    ...merged,
    shared: merged.shared.replace('by m2.', 'by nobody.'),
  }),
  'a merge is not in the history': (merged) => ({ ...merged, history: merged.history.toSpliced(1, 1) }),
  'a merge is there twice': ({ history, ...rest }) => ({
    ...rest,
    history: [...history.slice(0, 1), ...history],
  }),
  'a number is given twice': ({ changeRequests, ...rest }) => ({
    ...rest,
    changeRequests: changeRequests.map((one) => ({ ...one, number: Math.max(one.number, 2) })),
  }),
}

/** The names of the damages that were not noticed. */
function unnoticed(merged: Merged, told: ReadonlyMap<string, string>, all: number): readonly string[] {
  return Object.entries(damages).flatMap(([name, damage]) =>
    checkMerged(damage(merged), told, all).all().length === 0 ? [name] : [],
  )
}
