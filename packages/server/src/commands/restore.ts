import { type Progress, type Result, WrongUsage } from '@stemma/command-line'
import { type Config, readConfig } from '../config/config.ts'
import { openBlobs } from '../config/open-blobs.ts'
import { keyFileIn, keysThere } from '../config/open-seals.ts'
import { type ArchiveReader, readArchive } from '../upkeep/archive-reader.ts'
import { type Findings, newFindings } from '../upkeep/findings.ts'
import { missingKeys } from '../upkeep/keys.ts'
import { checkFile, restore as load } from '../upkeep/restore.ts'
import { atOneMoment, withSession } from '../upkeep/session.ts'
import { verify } from '../upkeep/verify.ts'
import { defineCommand } from './command.ts'
import { requireMigrated, told } from './database.ts'
import { figures, followed } from './figures.ts'

export const restore = defineCommand({
  name: 'restore',
  summary:
    'Load a backup into an empty database and an empty file store, or check a backup or this installation.',
  takes: ['file'],
  options: {
    file: { value: 'FILE', summary: 'The backup.' },
    verify: {
      summary:
        'Afterwards, check all hashes, files, references, counts and secrets. Without FILE, only check.',
    },
    check: { summary: 'Only check the file. Uses neither the database nor the file store.' },
  },
  examples: [
    ['Restore on a new machine', 'stemma-server restore stemma.backup --verify'],
    ['Check whether a backup is complete', 'stemma-server restore stemma.backup --check'],
  ],

  async run({ file, verify: verified, check }, { progress }) {
    if (check && (file === undefined || verified))
      throw new WrongUsage('--check needs a file and excludes --verify: stemma-server restore FILE --check.')
    if (file === undefined && !verified)
      throw new WrongUsage(
        'Name the backup (stemma-server restore FILE), or check this installation (--verify).',
      )
    const findings = newFindings()
    if (file === undefined) return verifyAll(readConfig(), findings, progress)
    const archive = await readArchive(file)
    try {
      if (check) return await checkAlone(archive, file, findings, progress)
      return await loadAll(archive, file, { findings, progress, verified: verified ?? false })
    } finally {
      archive.close()
    }
  },
})

async function checkAlone(
  archive: ArchiveReader,
  file: string,
  findings: Findings,
  progress: Progress,
): Promise<Result> {
  const seen = await checkFile({ archive, file, findings, onProgress: followed(progress) })
  progress.end()
  return figures('restore', { ...seen, findings })
}

async function loadAll(
  archive: ArchiveReader,
  file: string,
  { findings, progress, verified }: { findings: Findings; progress: Progress; verified: boolean },
): Promise<Result> {
  const config = readConfig()
  const [url, blobs] = [config.databaseUrl, await openBlobs(config)]
  const loaded = await told(load({ url, blobs, archive, file, findings, onProgress: followed(progress) }))
  progress.end()
  const missing = missingKeys(archive.manifest.keys, await keysThere(config))
  const notes = missing.length === 0 ? [] : [keysNote(config, missing)]
  return verified
    ? verifyAll(config, findings, progress, notes)
    : figures('restore', { ...loaded, findings }, notes)
}

/** A backup contains no keys, so the operator has to provide them. */
function keysNote({ secretKeys, filesBucket, filesFolder }: Config, missing: readonly string[]): string {
  const usesFile = secretKeys.length === 0 && filesBucket === ''
  const file = keyFileIn(filesFolder)
  const copy = `Copy the file secret-keys of the old server to ${file}, or set STEMMA_SECRET_KEYS.`
  const advice = usesFile ? copy : 'Add the keys of the old server to STEMMA_SECRET_KEYS.'
  return `Secrets can't be decrypted: ${missing.join('; ')}. ${advice}`
}

async function verifyAll(
  config: Config,
  findings: Findings,
  progress: Progress,
  notes: readonly string[] = [],
): Promise<Result> {
  await requireMigrated(config)
  const [blobs, keys] = [await openBlobs(config), await keysThere(config)]
  const options = { blobs, keys, findings, onProgress: followed(progress) }
  const seen = await withSession(config.databaseUrl, (client) =>
    atOneMoment(client, () => verify(client, options)),
  )
  progress.end()
  return figures('restore', { ...seen, findings }, notes)
}
