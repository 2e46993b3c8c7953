import { access, constants } from 'node:fs/promises'
import { ConfigError } from './readers.ts'

/** Checks at startup that a file in the settings is readable, instead of failing on first use. */
export async function requireReadable(file: string, variable: string) {
  if (file === '') return
  await access(file, constants.R_OK).catch((error: unknown) => {
    const advice = `Check ${variable}, and that the user of the server may read it`
    throw new ConfigError(`${file} cannot be read. ${advice}.`, { cause: error })
  })
}
