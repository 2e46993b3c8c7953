import { type Config, readConfig } from '../config.ts'
import { openBlobs } from '../open-blobs.ts'
import { keysThere } from '../open-seals.ts'
import { type ArchiveReader, readArchive } from '../upkeep/archive-reader.ts'
import { type Findings, newFindings } from '../upkeep/findings.ts'
import { missingKeys } from '../upkeep/keys.ts'
import { checkFile, restore as load } from '../upkeep/restore.ts'
import { atOneMoment, withSession } from '../upkeep/session.ts'
import { verify } from '../upkeep/verify.ts'
import { defineCommand, type Result, WrongUsage } from './command.ts'
import { requireMigrated, told } from './database.ts'
import { figures, progressOn } from './figures.ts'

export const restore = defineCommand({
  name: 'restore',
  summary:
    'Load a backup into an empty database and an empty place for files; or check one, or what is there.',
  argument: { value: 'FILE', summary: 'The backup.' },
  options: {
    verify: {
      summary: 'Then check everything: hashes, files, references, counts, secrets. Without FILE, only that.',
    },
    check: { summary: 'Only check the file: nothing is read or written elsewhere.' },
  },

  async run({ argument: file, verify: verified, check }) {
    if (check && (file === undefined || verified))
      throw new WrongUsage('--check is for a file alone: stemma-server restore FILE --check.')
    if (file === undefined && !verified)
      throw new WrongUsage('Name the backup: stemma-server restore FILE; or check what is there: --verify.')
    const findings = newFindings()
    if (file === undefined) return verifyAll(readConfig(), findings)
    const archive = await readArchive(file)
    try {
      if (check) return await checkAlone(archive, file, findings)
      return await loadAll(archive, file, { findings, verified: verified ?? false })
    } finally {
      archive.close()
    }
  },
})

async function checkAlone(archive: ArchiveReader, file: string, findings: Findings): Promise<Result> {
  const progress = progressOn(process.stderr)
  const seen = await checkFile({ archive, file, findings, onProgress: progress.show })
  progress.end()
  return figures('restore', { ...seen, findings })
}

async function loadAll(
  archive: ArchiveReader,
  file: string,
  { findings, verified }: { readonly findings: Findings; readonly verified: boolean },
): Promise<Result> {
  const config = readConfig()
  const progress = progressOn(process.stderr)
  const [url, blobs] = [config.databaseUrl, await openBlobs(config)]
  const loaded = await told(load({ url, blobs, archive, file, findings, onProgress: progress.show }))
  progress.end()
  const notes = missingKeys(archive.manifest.keys, await keysThere(config)).map(
    (what) => `Secrets stay closed: ${what}.`,
  )
  return verified ? verifyAll(config, findings, notes) : figures('restore', { ...loaded, findings }, notes)
}

async function verifyAll(config: Config, findings: Findings, notes: readonly string[] = []): Promise<Result> {
  await requireMigrated(config)
  const [blobs, keys, progress] = [
    await openBlobs(config),
    await keysThere(config),
    progressOn(process.stderr),
  ]
  const options = { blobs, keys, findings, onProgress: progress.show }
  const seen = await withSession(config.databaseUrl, (client) =>
    atOneMoment(client, () => verify(client, options)),
  )
  progress.end()
  return figures('restore', { ...seen, findings }, notes)
}
