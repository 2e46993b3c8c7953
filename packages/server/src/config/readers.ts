import { isIP } from 'node:net'
import { type SealingKey, sealingKeysIn } from '../auth/sealing.ts'

/** Parses the text of a variable. `values` describes valid texts to people. */
export interface Reader<T> {
  readonly values: string
  /** Returns the default if there is no text, and throws if it is not valid. */
  read(text: string | undefined, variable: string): T
}

export class ConfigError extends Error {}

export const database: Reader<string> = {
  values: 'the address of a database',
  read(text, variable) {
    if (text && /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text
    // The message doesn't repeat the value: it may contain a password.
    throw new ConfigError(`Set ${variable}: postgres://user:password@host:5432/database.`)
  },
}

export const host = reader('an IP address or a host name', '127.0.0.1', (text) =>
  isIP(text) || /^[a-z\d-]+(\.[a-z\d-]+)*$/i.test(text) ? text : undefined,
)

export function integer(minimum: number, maximum: number, byDefault: number): Reader<number> {
  return reader(`a whole number from ${minimum} to ${maximum}`, byDefault, (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    return number >= minimum && number <= maximum ? number : undefined
  })
}

export function toggle(byDefault: boolean): Reader<boolean> {
  return reader('on or off', byDefault, (text) =>
    text === 'on' || text === 'off' ? text === 'on' : undefined,
  )
}

export function choice<T extends string>(values: readonly T[], byDefault: T): Reader<T> {
  return reader(`one of ${values.join(', ')}`, byDefault, (text) => values.find((one) => one === text))
}

/** Only entries written by the proxies are trusted: callers can put anything before them. */
export const proxies = reader('off, on, or the number of proxies up to 9', 0, (text) => {
  if (text === 'off') return 0
  if (text === 'on') return 1
  return /^[1-9]$/.test(text) ? Number(text) : undefined
})

/** An http URL without a trailing slash; empty if it is derived from another setting. */
export const address = reader('an http or https address', '', (text) =>
  URL.canParse(text) && /^https?:\/\/[^?#@]+$/.test(text) ? text.replace(/\/+$/, '') : undefined,
)

export function path(byDefault = ''): Reader<string> {
  return text(/^\S(?:.*\S)?$/, 'a path without spaces at its ends', byDefault)
}

/** Errors don't repeat the value: it may be a secret. */
export function text(form: RegExp, values: string, byDefault = ''): Reader<string> {
  return reader(values, byDefault, (given) => (form.test(given) ? given : undefined), { isSecret: true })
}

export const sealingKeys: Reader<readonly SealingKey[]> = reader(
  'what stemma-server keys create prints; several with commas between',
  [],
  sealingKeysIn,
  { isSecret: true },
)

export const origins: Reader<readonly string[] | '*'> = {
  values: '* or origins like https://docs.example.com with commas between',
  read: (text, variable) => (!text || text === '*' ? '*' : originList.read(text, variable)),
}

const originList = list(origins.values, (origin) => URL.canParse(origin) && new URL(origin).origin === origin)

/** Private addresses that the operator allows the server to call. */
export const endpoints = list('IP addresses with ports, like 10.0.0.5:8080', (endpoint) =>
  /^(?:[\d.]+|\[[\da-f:.]+\]):\d+$/i.test(endpoint),
)

/** In lower case. */
export const mailboxes: Reader<readonly string[]> = {
  values: 'e-mail addresses with commas between',
  read: (text, variable) => mailboxList.read(text?.toLowerCase(), variable),
}

const mailboxList = list(mailboxes.values, (mailbox) => /^[^@\s]+@[^@\s]+$/.test(mailbox))

export const nameServers = list('IP addresses, like 10.0.0.53 or 10.0.0.53:5353', (server) => {
  const [, bracketed, plain] = /^(?:\[([\da-f:.]+)\](?::\d+)?|([\d.]+)(?::\d+)?)$/i.exec(server) ?? []
  return isIP(bracketed ?? plain ?? server) !== 0
})

function reader<T>(
  values: string,
  byDefault: T,
  parse: (text: string) => T | undefined,
  { isSecret = false } = {},
): Reader<T> {
  return {
    values,
    read(text, variable) {
      const value = text ? parse(text) : byDefault
      if (value !== undefined) return value
      throw new ConfigError(`${variable} must be ${values}${isSecret ? '' : `, not ${text}`}.`)
    },
  }
}

/** Comma-separated values. An error names only the invalid one. */
function list(values: string, isRight: (one: string) => boolean): Reader<readonly string[]> {
  return {
    values,
    read(text, variable) {
      const listed = text ? text.split(',').map((one) => one.trim()) : []
      const wrong = listed.find((one) => !isRight(one))
      if (wrong === undefined) return listed
      throw new ConfigError(`${variable} must be ${values}, not ${wrong}.`)
    },
  }
}
