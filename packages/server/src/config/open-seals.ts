import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newSealingKey, type SealingKey, type Seals, sealingKeysIn, sealsWith } from '../auth/sealing.ts'
import { codeOf } from '../db/driver.ts'
import type { Config } from './config.ts'
import { ConfigError } from './readers.ts'

/** The keys in the settings, or the keys that this installation generated. */
export async function openSeals({ secretKeys, filesBucket, filesFolder }: Config): Promise<Seals> {
  const [first, ...others] = secretKeys.length > 0 ? secretKeys : await keysOf({ filesBucket, filesFolder })
  if (first === undefined)
    throw new ConfigError('STEMMA_SECRET_KEYS contains no key. Run stemma-server keys create to get one.')
  return sealsWith([first, ...others])
}

/** The same keys, without generating one if there is none yet. */
export async function keysThere({
  secretKeys,
  filesBucket,
  filesFolder,
}: Config): Promise<readonly SealingKey[]> {
  if (secretKeys.length > 0 || filesBucket !== '') return secretKeys
  const file = keyFileIn(filesFolder)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
  return text === undefined ? [] : keysIn(file, text)
}

/** Where the keys are if neither the setting nor a bucket is used. */
export function keyFileIn(filesFolder: string): string {
  return join(filesFolder, 'secret-keys')
}

/**
 * In the folder shared by all processes and not in the database, so that a stolen database reveals no secret.
 */
async function keysOf({ filesBucket, filesFolder }: Pick<Config, 'filesBucket' | 'filesFolder'>) {
  if (filesBucket !== '')
    throw new ConfigError('With a bucket, set STEMMA_SECRET_KEYS: stemma-server keys create prints a key.')
  const file = keyFileIn(filesFolder)
  try {
    await mkdir(filesFolder, { recursive: true })
    // The first process writes the key; all others read it.
    await writeFile(file, `${newSealingKey()}\n`, { mode: 0o600, flag: 'wx' }).catch(fineIfThere)
    return keysIn(file, await readFile(file, 'utf8'))
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const advice = 'Check STEMMA_FILES_FOLDER, and that the user of the server owns the folder'
    throw new ConfigError(`${file} can't be created or read (${codeOf(error)}). ${advice}.`, { cause: error })
  }
}

function fineIfThere(error: unknown) {
  if (codeOf(error) !== 'EEXIST') throw error
}

function keysIn(file: string, text: string): readonly SealingKey[] {
  const keys = sealingKeysIn(text.trim())
  if (keys !== undefined) return keys
  throw new ConfigError(`${file} is damaged. Restore it from your backup, or set STEMMA_SECRET_KEYS.`)
}
