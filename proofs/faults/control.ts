import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeContent, hashOf } from '@stemma/content'
import type { ClientBase } from 'pg'
import { overlay } from '../../packages/content/src/overlay.ts'
import { editPages } from '../../packages/content/src/pages/edit-pages.ts'
import { newId } from '../../packages/server/src/common/ids.ts'
import { pathOf } from '../../packages/server/src/files/blob-store.ts'
import { fileBytes, fileNames } from './batches.ts'
import { oneOf } from './chance.ts'
import type { Kind } from './findings.ts'
import { checkedObjects } from './objects.ts'
import { newProof, type Proof } from './proof.ts'
import type { Rows } from './rows.ts'
import { copyStage, type Stage } from './stage.ts'
import { verifyAll } from './verify.ts'

/** Damages a copy of proven data in one way after another. Returns whether every damage was noticed. */
export async function control(stage: Stage, proof: Proof, rows: Rows): Promise<boolean> {
  const copy = await copyStage(stage)
  let noticed = 0
  try {
    for (const [name, damage] of Object.entries(damages)) {
      const found = await findingOf(damage, copy, proof, rows)
      if (found !== undefined) noticed += 1
      console.log(`control: ${name}: ${found ?? 'NOT NOTICED'}`)
    }
  } finally {
    await copy.remove()
  }
  const all = Object.keys(damages).length
  console.log(`control: ${noticed} of ${all} damages noticed`)
  return noticed === all
}

/** Verifies a damaged copy from scratch, and returns the finding about the damage. */
async function findingOf(damage: Damage, copy: Stage, proof: Proof, rows: Rows) {
  const { findings, ...fresh } = newProof(copy, proof.record)
  let expected: Expected | undefined
  await verifyAll({ findings, ...fresh }, async (client) => {
    expected = await damage({ client, copy, proof, rows })
  })
  const { kind, about } = expected ?? { kind: 'lost', about: '' }
  return findings.all().find((line) => line.startsWith(`${kind}: `) && line.includes(about))
}

interface Scene {
  readonly client: ClientBase
  readonly copy: Stage
  readonly proof: Proof
  readonly rows: Rows
}

/** The finding that must be reported, and what it must mention. */
interface Expected {
  readonly kind: Kind
  readonly about: string
}

type Damage = (scene: Scene) => Promise<Expected>

const damages: Readonly<Record<string, Damage>> = {
  'an object is deleted': async ({ client }) => {
    const { rows } = await client.query<{ hash: Buffer }>(
      `delete from content_objects where (space_id, hash) in
        (select space_id, hash from content_objects order by random() limit 1) returning hash`,
    )
    return { kind: 'broken', about: rows[0]?.hash.toString('base64url') ?? 'nothing' }
  },

  'a revision is deleted': async ({ client, proof }) => {
    const { revisionId } = oneOf([...proof.record.acknowledged.values()])
    await client.query('delete from revisions where id = $1', [revisionId])
    return { kind: 'lost', about: revisionId }
  },

  'a head is set back': async ({ client, rows }) => {
    const { id, head } = draftIn(rows)
    await client.query('update change_requests set revision_id = $1 where id = $2', [
      rows.revisions.get(head)?.parents[0],
      id,
    ])
    return { kind: 'lost', about: head }
  },

  'a page of a batch is left out': async ({ client, proof, rows }) => {
    const { contentId, row, page } = pageIn(proof, rows)
    const store = checkedObjects(contentId)
    await store.readNew(client)
    const draft = overlay(store)
    const { content } = proof.proven.get(row.id) ?? {}
    if (content === undefined) throw new Error(`The revision ${row.id} was not proven.`)
    const halved = encodeContent(await editPages(draft, content, new Map([[page, undefined]])))
    for (const { hash, bytes } of [...draft.added(), halved]) {
      await client.query('insert into content_objects values ($1, $2, 0, $3) on conflict do nothing', [
        contentId,
        Buffer.from(hash, 'base64url'),
        bytes,
      ])
    }
    await client.query('update revisions set root = $1 where id = $2', [
      Buffer.from(halved.hash, 'base64url'),
      row.id,
    ])
    return { kind: 'half', about: row.id }
  },

  'an effect happens twice': async ({ client, proof, rows }) => {
    const { id, head } = draftIn(rows)
    const again = newId()
    await client.query(
      `insert into revisions (space_id, id, root, type, parents, change_request_id, created_by, created_at)
        select space_id, $1, root, type, array[id], change_request_id, created_by, created_at
        from revisions where id = $2`,
      [again, head],
    )
    await client.query('update change_requests set revision_id = $1 where id = $2', [again, id])
    return {
      kind: 'duplicated',
      about: `${proof.proven.get(head)?.state.signature} made ${head} and ${again}`,
    }
  },

  'a file is cut off': async ({ copy, proof, rows }) => {
    const filed = [...proof.record.acknowledged.values()].filter(({ made }) => made.files.length > 0)
    const { batch, made } = oneOf(filed)
    const { contentId = '' } = rows.spaces.get(batch.line.spaceId) ?? {}
    const bytes = fileBytes(oneOf(fileNames(batch.id, made.files.length)))
    const hash = hashOf(bytes)
    await truncate(join(copy.folder, pathOf({ contentId, hash })), bytes.length - 1)
    return { kind: 'broken', about: hash }
  },
}

/** Picks a change request that has edits. */
function draftIn({ changeRequests }: Rows) {
  return oneOf([...changeRequests.values()].filter(({ head, base }) => head !== base))
}

/** Picks a page that its batch inserted together with others. */
function pageIn({ record, proven }: Proof, { revisions, spaces }: Rows) {
  const inserted = [...record.acknowledged.values()].filter(({ made }) => made.pages.length > 1)
  const { revisionId, made } = oneOf(inserted.filter((one) => proven.has(one.revisionId)))
  const row = revisions.get(revisionId)
  const contentId = spaces.get(row?.spaceId ?? '')?.contentId
  if (row === undefined || contentId === undefined) throw new Error(`There is no revision ${revisionId}.`)
  return { row, contentId, page: oneOf(made.pages) }
}
