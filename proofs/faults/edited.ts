import type { Conflict } from '@stemma/contract'
import { type Editing, type EditPlan, editAtOnce } from './editing.ts'
import { type Findings, newFindings, type Outcome } from './findings.ts'
import { atOneMoment } from './rows.ts'
import type { Scene } from './stage.ts'

/** Many clients edit eight pages of one change request while servers and database connections are killed. */
export async function editThroughKills(scene: Scene, plan: EditPlan): Promise<Outcome> {
  const begun = performance.now()
  const editing = await editAtOnce(scene, plan)
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  const { acknowledged, conflicts, kills, cuts } = editing
  console.log(
    `edits: ${acknowledged.size} acknowledged in ${seconds} s, ${conflicts.length} conflicts reported, ` +
      `connections cut ${cuts} times, ${scene.record.repeats} requests repeated`,
  )
  const edited = await readEdited(scene, editing)
  const findings = checkEdited(edited, editing)
  for (const what of scene.record.strange) findings.add('broken', what)
  if (acknowledged.size < plan.edits)
    findings.add('lost', `${acknowledged.size} of ${plan.edits} edits were acknowledged`)
  const missed = unnoticed(edited, editing)
  console.log(
    `control: ${missed.length === 0 ? 'every damage noticed' : `NOT NOTICED: ${missed.join(', ')}`}`,
  )
  return { kills, acknowledged: acknowledged.size, findings, isNoticed: missed.length === 0 }
}

/** The final texts over the API, and the revisions in the database. */
interface Edited {
  /** By page. */
  readonly texts: ReadonlyMap<string, string>
  /** Those of the change request, without the one that made the pages. */
  readonly revisions: readonly string[]
  readonly reported: Editing['conflicts']
}

async function readEdited({ stage }: Scene, { send, params, pages, conflicts }: Editing): Promise<Edited> {
  const texts = new Map<string, string>()
  for (const pageId of pages) {
    const query = { format: 'markdown' } as const
    const shown = await send((api) =>
      api.request('getPageInChangeRequestById', { params: { ...params, pageId }, query }),
    )
    texts.set(pageId, shown && 'markdown' in shown.data ? (shown.data.markdown ?? '') : '')
  }
  const { rows } = await atOneMoment(stage.url, (client) =>
    client.query<{ id: string }>('select id from revisions where change_request_id = $1 order by id', [
      params.changeRequestId,
    ]),
  )
  return { texts, revisions: rows.slice(1).map(({ id }) => id), reported: conflicts }
}

/** Every acknowledged edit must be in its page exactly once, and every conflict shows its author's words. */
function checkEdited({ texts, revisions, reported }: Edited, { acknowledged }: Editing): Findings {
  const findings = newFindings()
  const made = new Map([...acknowledged].map(([mark, { revision }]) => [revision, mark]))
  for (const [mark, { page, revision }] of acknowledged) {
    const words = (texts.get(page) ?? '').split(/\s+/).filter((word) => word === mark)
    if (words.length === 0) findings.add('lost', `the edit ${mark} is not in its page`)
    if (words.length > 1) findings.add('duplicated', `the edit ${mark} is in its page ${words.length} times`)
    if (made.get(revision) !== mark) findings.add('duplicated', `${mark} was told of another's ${revision}`)
    if (!revisions.includes(revision)) findings.add('lost', `the revision ${revision} of ${mark} is gone`)
  }
  for (const revision of revisions)
    if (!made.has(revision)) findings.add('duplicated', `nobody was told of the revision ${revision}`)
  for (const { mark, told } of reported) {
    if (!told.some((one) => isOf(mark, one)))
      findings.add('lost', `a conflict that ${mark} was told of does not show it`)
  }
  return findings
}

/** A text with an old base has earlier edits of its author, too, which can be what the conflict is about. */
function isOf(mark: string, { ours, theirs }: Conflict): boolean {
  const author = mark.replace(/\d+\.$/, '')
  return `${ours}`.includes(mark) ? !`${theirs}`.includes(mark) : `${ours}`.includes(author)
}

type Damage = (edited: Edited) => Edited

function inTexts(change: (text: string) => string): Damage {
  return ({ texts, ...rest }) => ({
    ...rest,
    texts: new Map([...texts].map(([page, text]) => [page, change(text)])),
  })
}

/** Each of these damages must be noticed. */
const damages: Readonly<Record<string, Damage>> = {
  'an edit is missing': inTexts((text) => text.replace(/w1e1\./, '')),
  'an edit is there twice': inTexts((text) => text.replace(/w1e1\./, '$& $&')),
  'an edit of the shared line is missing': inTexts((text) => text.replace(/^(Everybody.*) w\S+$/m, '$1')),
  'a revision is gone': ({ revisions, ...rest }) => ({ ...rest, revisions: revisions.slice(1) }),
  'a request had two effects': ({ revisions, ...rest }) => ({ ...rest, revisions: [...revisions, 'again'] }),
  'an author was told of the conflict of another': ({ reported, ...rest }) => ({
    ...rest,
    reported: [...reported, { mark: 'w0e0.', told: reported[0]?.told ?? [] }],
  }),
}

/** The names of the damages that were not noticed. */
function unnoticed(edited: Edited, editing: Editing): readonly string[] {
  return Object.entries(damages).flatMap(([name, damage]) =>
    checkEdited(damage(edited), editing).all().length === 0 ? [name] : [],
  )
}
