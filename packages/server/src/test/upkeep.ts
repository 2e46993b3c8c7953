import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import type pg from 'pg'
import { openPromise } from 'yauzl'
import { sealingKeysIn } from '../auth/sealing.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { filesystemBlobs } from '../files/filesystem-blobs.ts'
import { readArchive } from '../upkeep/archive-reader.ts'
import { backUp } from '../upkeep/back-up.ts'
import { tablesIn } from '../upkeep/catalogue.ts'
import { newFindings } from '../upkeep/findings.ts'
import { checkFile, restore } from '../upkeep/restore.ts'
import { atOneMoment, withSession } from '../upkeep/session.ts'
import { verify } from '../upkeep/verify.ts'
import { createEmptyDatabase } from './database.ts'
import { givenDiscussed } from './discussing.ts'
import type { Server } from './harness.ts'
import type { Settings } from './process.ts'
import { testSecretKeys } from './secret-keys.ts'
import { givenSite } from './sites.ts'
import { givenChangeRequest, page } from './writing.ts'

/** An installation, as the operator's commands address it. */
export interface Installation {
  readonly url: string
  readonly folder: string
  /** Where its files are stored, if not in the folder. */
  readonly bucket?: BlobStore
  readonly settings: Settings
}

export function installationOf({ url, config }: Server): Installation {
  return installation(url, config.filesFolder)
}

function installation(url: string, folder: string): Installation {
  return { url, folder, settings: { DATABASE_URL: url, STEMMA_FILES_FOLDER: folder } }
}

/** An installation without tables and files. */
export async function givenNothing(t: TestContext): Promise<Installation> {
  const { url, drop } = await createEmptyDatabase()
  const folder = await givenFolder(t)
  t.after(drop)
  return installation(url, folder)
}

export async function givenFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-upkeep-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

/** Creates data of most kinds: texts, files, drafts, comments, grants, secrets, jobs. */
export async function givenEverything(server: Server) {
  const space = await givenDiscussed(server)
  const { spaceId, admin, editor, write, say, answer } = space
  await write(page('Second'), file('hello.txt', 'Hello'))
  const comment = await say(admin, 'Who wrote this?')
  await answer(editor, comment.id, 'I did.')
  const draft = await givenChangeRequest(server, spaceId, editor)
  await draft.write(page('Third'), file('draft.txt', 'Only in a draft'))
  await server.as(admin).inviteToSpace({
    params: { spaceId },
    body: { users: [editor.id], role: 'review' },
  })
  await givenSite(server, 'Shown')
  return { ...space, draft }
}

export function file(name: string, content: string) {
  const base64 = Buffer.from(content).toString('base64')
  return { operation: 'insert_files' as const, files: [{ name, contentType: 'text/plain', base64 }] }
}

/** Backs up an installation to a file in a folder that is deleted after the test. */
export async function givenBackup(t: TestContext, from: Installation): Promise<string> {
  const file = join(await givenFolder(t), 'stemma.backup')
  const { findings } = await backUp({ ...from, blobs: await blobsOf(from), keys: testKeys, file })
  assert.deepEqual(findings.told, [])
  return file
}

/** Restores a backup into an empty installation, and returns the problems found. */
export async function restoreInto(target: Installation, file: string): Promise<readonly string[]> {
  const [archive, findings] = [await readArchive(file), newFindings()]
  try {
    await restore({ url: target.url, blobs: await blobsOf(target), archive, file, findings })
  } finally {
    archive.close()
  }
  return findings.told
}

/** All problems of an installation. */
export async function faultsOf(target: Installation, keys = testKeys): Promise<readonly string[]> {
  const [blobs, findings] = [await blobsOf(target), newFindings()]
  await withSession(target.url, (client) =>
    atOneMoment(client, () => verify(client, { blobs, keys, findings })),
  )
  return findings.told
}

/** All problems of a backup. */
export async function faultsIn(file: string): Promise<readonly string[]> {
  const [archive, findings] = [await readArchive(file), newFindings()]
  try {
    await checkFile({ archive, file, findings })
  } finally {
    archive.close()
  }
  return findings.told
}

const blobsOf = async ({ folder, bucket }: Installation) => bucket ?? filesystemBlobs({ folder })

export const testKeys = sealingKeysIn(testSecretKeys) ?? []

/** All entries of a backup, unpacked. */
export async function textsIn(file: string): Promise<readonly string[]> {
  const texts: string[] = []
  const zip = await openPromise(file, { lazyEntries: true })
  for await (const entry of zip.eachEntry())
    texts.push(await text((await zip.openReadStreamPromise(entry)).setEncoding('latin1')))
  return texts
}

/** A hash of each table, and of the waiting jobs. */
export function fingerprintOf({ url }: Installation): Promise<Readonly<Record<string, string>>> {
  return withSession(url, async (client) => {
    const found: Record<string, string> = {}
    // No backup contains the row about itself.
    for (const { name } of (await tablesIn(client)).filter((table) => table.name !== 'backups'))
      found[name] = await hashOf(
        client,
        `select ${name === 'organization_access' ? restored : '*'} from "${name}"`,
      )
    found.jobs = await hashOf(client, 'select task_identifier, key, queue_name from graphile_worker.jobs')
    return found
  })
}

/** Restoring gives permissions a new version, to invalidate caches, so the version is not compared. */
const restored = 'organization_id'

async function hashOf(client: pg.Client, rows: string): Promise<string> {
  const { rows: found } = await client.query<{ hash: string }>(
    `select count(*) || ' ' || coalesce(md5(string_agg(one::text, ' ' order by one::text)), '') as hash
     from (${rows}) one`,
  )
  return found[0]?.hash ?? ''
}

/** The first column of a query's result. */
export function ask(url: string, sql: string): Promise<string[]> {
  return withSession(url, async (client) => {
    const { rows = [] } = await client.query({ text: sql, rowMode: 'array' })
    return rows.map(([first]) => String(first))
  })
}
