import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newSealingKey, type SealingKey, type Seals, sealingKeysIn, sealsWith } from '../auth/sealing.ts'
import { codeOf } from '../db/driver.ts'
import type { Config } from './config.ts'
import { ConfigError } from './readers.ts'

/** The keys that the settings give, or else those that this installation made for itself. */
export async function openSeals({ secretKeys, filesBucket, filesFolder }: Config): Promise<Seals> {
  const [first, ...others] = secretKeys.length > 0 ? secretKeys : await keysOf({ filesBucket, filesFolder })
  if (first === undefined) throw new ConfigError('STEMMA_SECRET_KEYS holds no key.')
  return sealsWith([first, ...others])
}

/** The same keys, and none where there are none yet: nothing is made. */
export async function keysThere({
  secretKeys,
  filesBucket,
  filesFolder,
}: Config): Promise<readonly SealingKey[]> {
  if (secretKeys.length > 0 || filesBucket !== '') return secretKeys
  const file = join(filesFolder, fileName)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
  return text === undefined ? [] : keysIn(file, text)
}

const fileName = 'secret-keys'

/** Beside the files, which all processes share, and not in the database: who has only one has no secret. */
async function keysOf({ filesBucket, filesFolder }: Pick<Config, 'filesBucket' | 'filesFolder'>) {
  if (filesBucket !== '')
    throw new ConfigError('With a bucket, set STEMMA_SECRET_KEYS: stemma-server keys create prints one.')
  const file = join(filesFolder, fileName)
  try {
    await mkdir(filesFolder, { recursive: true })
    // Whoever comes first writes it; everybody reads the same.
    await writeFile(file, `${newSealingKey()}\n`, { mode: 0o600, flag: 'wx' }).catch(fineIfThere)
    return keysIn(file, await readFile(file, 'utf8'))
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const advice = 'Check STEMMA_FILES_FOLDER, and that the user of the server owns it'
    throw new ConfigError(`${file} cannot be made or read (${codeOf(error)}). ${advice}.`, { cause: error })
  }
}

function fineIfThere(error: unknown) {
  if (codeOf(error) !== 'EEXIST') throw error
}

function keysIn(file: string, text: string): readonly SealingKey[] {
  const keys = sealingKeysIn(text.trim())
  if (keys !== undefined) return keys
  throw new ConfigError(`${file} is damaged: put it back from your backup, or set STEMMA_SECRET_KEYS.`)
}
