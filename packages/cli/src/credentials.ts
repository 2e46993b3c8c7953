import { CommandFailure } from './exit-codes.ts'
import { privateFile } from './private-file.ts'

export interface Login {
  readonly endpoint: string
  readonly token: string
}

export interface Credentials {
  readonly read: () => Promise<Login | undefined>
  readonly save: (login: Login) => Promise<void>
  /** Returns whether there was anything to remove. */
  readonly remove: () => Promise<boolean>
}

/** One login, in a file that only its owner can read. */
export function credentialsIn(path: string): Credentials {
  const file = privateFile(path)
  return {
    async read() {
      const text = await file.read()
      return text === undefined ? undefined : loginIn(text, path)
    },
    save: ({ endpoint, token }) => file.write({ endpoint, token }),
    remove: file.remove,
  }
}

function loginIn(text: string, file: string): Login {
  try {
    const { endpoint, token } = JSON.parse(text) as Partial<Login>
    if (typeof endpoint === 'string' && typeof token === 'string') return { endpoint, token }
  } catch {
    // Reported below, like any other invalid content.
  }
  throw new CommandFailure(3, `${file} is damaged: run stemma logout, then stemma login.`)
}
