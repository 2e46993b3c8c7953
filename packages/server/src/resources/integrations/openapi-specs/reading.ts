import { normalize, upgrade, validate } from '@scalar/openapi-parser'
import { type Differences, differencesOf } from './differences.ts'
import { addressOf, isRecord, type Tree } from './tree.ts'

/** Something wrong in a description, in a sentence. */
export interface Fault {
  readonly message: string
  readonly code?: string
}

/** What a description was made of, or what is wrong with it. */
export type Outcome = { readonly faults: readonly Fault[] } | Read

/** The files as JSON, by their addresses, and what differs from the version before. */
export interface Read {
  readonly json: string
  readonly differences: Differences
}

const faultsMax = 20
const messageMax = 500
const jsonMax = 32 * 1024 * 1024

/** The files of one description, read one after the other: each may refer to more. */
export class Files {
  readonly #files = new Map<string, Tree>()

  /** Takes in a file and answers with the addresses that it refers to. */
  add(address: string, text: string): readonly string[] {
    const file = normalize(text)
    if (!isRecord(file)) throw new SyntaxError('This is no object in JSON or YAML.')
    this.#files.set(address, JSON.parse(JSON.stringify(file)))
    return [...referencesIn(file)].map((reference) => addressOf(reference, address))
  }

  /** Holds all files together against the standard, and against the version before. */
  async finish(before: string | undefined): Promise<Outcome> {
    const json = JSON.stringify(Object.fromEntries(this.#files))
    if (json.length > jsonMax) return { faults: [{ message: 'The OpenAPI document is too large.' }] }
    const faults = await faultsOf(this.#files)
    if (faults.length > 0) return { faults }
    const none = { changes: [], more: false }
    return {
      json,
      differences: before === undefined ? none : differencesOf(upgraded(before), upgraded(json)),
    }
  }
}

/** Sentences of what is wrong; the parser changes what it is given, so it gets copies. */
async function faultsOf(files: ReadonlyMap<string, Tree>): Promise<readonly Fault[]> {
  const entries = [...files].map(([filename, file], index) => ({
    filename,
    dir: './',
    isEntrypoint: index === 0,
    references: [],
    specification: withAddresses(file, filename) as Tree,
  }))
  const { valid, errors = [] } = await validate(entries as never)
  if (valid) return []
  const told = errors.length > 0 ? errors : [{ message: 'This is not an OpenAPI document.' }]
  return told.slice(0, faultsMax).map(({ message, code, path }) => ({
    message: [[path].flat().join('/'), message].filter(Boolean).join(' ').slice(0, messageMax),
    ...(code !== undefined && { code: String(code) }),
  }))
}

/** The same part with references that name files by their addresses. */
function withAddresses(part: unknown, home: string): unknown {
  if (Array.isArray(part)) return part.map((one) => withAddresses(one, home))
  if (!isRecord(part)) return part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key !== '$ref' || typeof value !== 'string' || value.startsWith('#'))
        return [key, withAddresses(value, home)]
      const [prefix = '', pointer] = value.split('#', 2)
      const address = addressOf(prefix, home)
      return [key, pointer === undefined ? address : `${address}#${pointer}`]
    }),
  )
}

function referencesIn(part: unknown, found = new Set<string>()): Set<string> {
  if (typeof part !== 'object' || part === null) return found
  for (const [key, value] of Object.entries(part)) {
    if (key === '$ref' && typeof value === 'string' && !value.startsWith('#'))
      found.add(value.split('#')[0] ?? '')
    else referencesIn(value, found)
  }
  return found
}

/** Descriptions of every age in one form, so that an upgrade is not taken for a change of everything. */
function upgraded(json: string): Tree {
  const files = JSON.parse(json) as Tree
  const [[address, root] = ['', {}]] = Object.entries(files)
  return { ...files, [address]: upgrade(root as Tree).specification ?? root }
}
