import { setTimeout as pause } from 'node:timers/promises'
import { repeatSome } from './api.ts'
import { type Findings, joined, newFindings } from './findings.ts'
import { checkMerged, readMerged } from './merged.ts'
import { makeShared, mergeDraft, type Shared, writeDraft } from './merging.ts'
import { newProof, type Proof } from './proof.ts'
import { atOneMoment } from './rows.ts'
import { type Send, senderTo } from './send.ts'
import { type Account, type Instance, makeSpace, type Scene } from './stage.ts'
import { checkTalk, commentUntil, openTalk, organizeUntil, type Talk, talkedOf } from './talk.ts'
import { verify, verifyAll } from './verify.ts'
import { type Desk, openDesk, writeUntil } from './writers.ts'

/** Clients that write, merge, comment and organize, and the times at which they got responses. */
export interface Load {
  readonly acknowledgedAt: number[]
  readonly count: () => number
  /** Runs the load until `work` resolves, then waits for the response to each client's last request. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>
  /** Verifies the data; call it only while no client works. */
  readonly check: () => Promise<Findings>
  /** Repeats some requests, then verifies everything from scratch. */
  readonly checkAll: () => Promise<Findings>
}

const writers = 3
const mergers = 2
/** Limited by the number of paragraphs, as each merge needs its own. */
const mergesMax = 600

const repeatedMax = 100

interface Crowd {
  readonly send: Send
  readonly desk: Desk
  readonly talk: Talk
  readonly merges: Merges
}

interface Merges {
  readonly spaceId: string
  readonly pages: Shared
  readonly merged: Map<string, string>
  last: number
}

export async function makeLoad(scene: Scene, account: Account): Promise<Load> {
  const { stage, record, instances } = scene
  const [first] = instances as [Instance]
  const acknowledgedAt: number[] = []
  const plain = senderTo(instances, account.token, record)
  const send: Send = async (call) => {
    const answer = await plain(call)
    if (answer) acknowledgedAt.push(performance.now())
    return answer
  }
  const desk = openDesk(record, [await makeSpace(first, account), await makeSpace(first, account)])
  const talk = openTalk((await makeSpace(first, account)).id, account.organizationId)
  const merges = {
    ...(await makeShared(plain, account, mergesMax)),
    merged: new Map<string, string>(),
    last: 0,
  }
  const crowd = { send, desk, talk, merges }
  const proof = newProof(stage, record)
  const rest = { url: stage.url, plain, talk, merges }
  return {
    acknowledgedAt,
    count: () =>
      record.acknowledged.size + record.changeRequests.size + merges.merged.size * 3 + talkedOf(talk),
    async during(work) {
      let isOver = false
      const working = workUntil(() => isOver, crowd)
      try {
        return await work()
      } finally {
        isOver = true
        await working
      }
    },
    async check() {
      await verify(proof)
      return checkRest(proof, rest)
    },
    async checkAll() {
      const whole = newProof(stage, record)
      await repeatSome(whole, plain, repeatedMax)
      await verifyAll(whole)
      return checkRest(whole, rest)
    },
  }
}

async function workUntil(ended: () => boolean, { send, desk, talk, merges }: Crowd) {
  await Promise.all([
    ...Array.from({ length: writers }, () => writeUntil(ended, desk, send)),
    ...Array.from({ length: mergers }, () => mergeUntil(ended, merges, send)),
    commentUntil(ended, talk, send),
    organizeUntil(ended, talk, send),
  ])
}

async function mergeUntil(ended: () => boolean, merges: Merges, send: Send) {
  const { spaceId, pages, merged } = merges
  while (!ended()) {
    if (merges.last >= mergesMax) {
      await pause(100)
      continue
    }
    merges.last += 1
    const { subject, id } = await writeDraft(send, spaceId, pages, merges.last)
    const { revision } = await mergeDraft(send, { spaceId, changeRequestId: id }, subject)
    if (revision !== undefined) merged.set(subject, revision)
  }
}

interface Rest {
  readonly url: string
  readonly plain: Send
  readonly talk: Talk
  readonly merges: Merges
}

async function checkRest(proof: Proof, { url, plain, talk, merges }: Rest): Promise<Findings> {
  const findings = newFindings()
  const { spaceId, merged, last } = merges
  const merging = checkMerged(await readMerged({ send: plain, spaceId }), merged, last)
  await atOneMoment(url, (client) => checkTalk(client, talk, findings))
  await atOneMoment(url, async (client) => {
    const { rows } = await client.query<{ id: string; count: number }>(
      `select c.id, count(e.id)::int as count from change_requests c left join events e
        on e.type = 'change_request.merged' and e.body->>'changeRequestId' = c.id
        where c.space_id = $1 group by 1 having count(e.id) <> 1`,
      [spaceId],
    )
    for (const { id, count } of rows) findings.add('half', `${count} events tell of the merge of ${id}`)
  })
  for (const what of proof.record.strange) findings.add('broken', what)
  return joined([proof.findings, merging, findings])
}
