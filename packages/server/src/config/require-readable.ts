import { access, constants } from 'node:fs/promises'
import { ConfigError } from './readers.ts'

/** A file that a setting names is looked for at the start, and not when the first request needs it. */
export async function requireReadable(file: string, variable: string) {
  if (file === '') return
  await access(file, constants.R_OK).catch((error: unknown) => {
    const advice = `Check ${variable}, and that the user of the server may read it`
    throw new ConfigError(`${file} cannot be read. ${advice}.`, { cause: error })
  })
}
