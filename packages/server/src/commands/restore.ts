import { type Progress, type Result, WrongUsage } from '@stemma/command-line'
import { type Config, readConfig } from '../config/config.ts'
import { openBlobs } from '../config/open-blobs.ts'
import { keysThere } from '../config/open-seals.ts'
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
    'Load a backup into an empty database and an empty place for files; or check one, or what is there.',
  takes: ['file'],
  options: {
    file: { value: 'FILE', summary: 'The backup.' },
    verify: {
      summary: 'Then check everything: hashes, files, references, counts, secrets. Without FILE, only that.',
    },
    check: { summary: 'Only check the file: nothing is read or written elsewhere.' },
  },
  examples: [
    ['On a new machine', 'stemma-server restore stemma.backup --verify'],
    ['Is this file whole?', 'stemma-server restore stemma.backup --check'],
  ],

  async run({ file, verify: verified, check }, { progress }) {
    if (check && (file === undefined || verified))
      throw new WrongUsage('--check is for a file alone: stemma-server restore FILE --check.')
    if (file === undefined && !verified)
      throw new WrongUsage('Name the backup: stemma-server restore FILE; or check what is there: --verify.')
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
  const notes = missingKeys(archive.manifest.keys, await keysThere(config)).map(
    (what) => `Secrets stay closed: ${what}.`,
  )
  return verified
    ? verifyAll(config, findings, progress, notes)
    : figures('restore', { ...loaded, findings }, notes)
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
