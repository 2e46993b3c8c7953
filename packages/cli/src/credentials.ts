import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { WrongUsage } from './command.ts'

export interface Login {
  readonly endpoint: string
  readonly token: string
}

export interface Credentials {
  readonly read: () => Promise<Login | undefined>
  readonly save: (login: Login) => Promise<void>
  /** Answers whether there was anything to remove. */
  readonly remove: () => Promise<boolean>
}

/** One login, in a file that only its owner can read. */
export function credentialsIn(file: string): Credentials {
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch(undefinedIfAbsent)
      return text === undefined ? undefined : loginIn(text, file)
    },

    async save({ endpoint, token }) {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      // A new file that takes the place of the old one: at no moment is it half written or open to others.
      const fresh = `${file}.${process.pid}`
      await rm(fresh, { force: true })
      await writeFile(fresh, `${JSON.stringify({ endpoint, token }, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
      await rename(fresh, file)
    },

    async remove() {
      return rm(file).then(
        () => true,
        (error) => undefinedIfAbsent(error) ?? false,
      )
    },
  }
}

function undefinedIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function loginIn(text: string, file: string): Login {
  try {
    const { endpoint, token } = JSON.parse(text) as Partial<Login>
    if (typeof endpoint === 'string' && typeof token === 'string') return { endpoint, token }
  } catch {
    // Said below, as for any other content that is not ours.
  }
  throw new WrongUsage(`${file} is damaged: run stemma logout, then stemma login.`)
}
