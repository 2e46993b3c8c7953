import { normalize, upgrade, validate } from '@scalar/openapi-parser'
import { type Differences, differencesOf } from './differences.ts'
import { sentenceOf } from './faults.ts'
import { addressOf, isRecord, resolver, type Tree } from './tree.ts'

/** An error in a document, as a sentence. */
export interface Fault {
  readonly message: string
  readonly code?: string
}

/** The parsed document, or the errors in it. */
export type Outcome = { readonly faults: readonly Fault[] } | Read

/** The files as JSON, by URL, and the differences from the previous version. */
export interface Read {
  readonly json: string
  readonly differences: Differences
}

const faultsMax = 20
const messageMax = 500
const jsonMax = 32 * 1024 * 1024

/** The files of one document, added one after another because each may refer to more. */
export class Files {
  readonly #files = new Map<string, Tree>()

  /** Adds a file and returns the URLs that it refers to. */
  add(address: string, text: string): readonly string[] {
    const file = normalize(text)
    if (!isRecord(file)) throw new SyntaxError('This is no object in JSON or YAML.')
    this.#files.set(address, JSON.parse(JSON.stringify(file)))
    return [...referencesIn(file)].map((reference) => addressOf(reference, address))
  }

  /** Validates all files together, and compares them with the previous version. */
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

/** The validation errors. The parser mutates its input, so it gets copies. */
async function faultsOf(files: ReadonlyMap<string, Tree>): Promise<readonly Fault[]> {
  const entries = [...files].map(([filename, file], index) => {
    const specification = withAddresses(file, filename) as Tree
    return {
      filename,
      dir: './',
      isEntrypoint: index === 0,
      references: [],
      specification: index === 0 ? withPathItems(specification, files) : specification,
    }
  })
  const { valid, errors = [] } = await validate(entries as never)
  if (valid) return []
  const told = errors.length > 0 ? errors : [{ message: 'This is not an OpenAPI document.' }]
  return told.slice(0, faultsMax).map(({ message, code, path }) => ({
    message: sentenceOf(message, [path].flat().join('/')).slice(0, messageMax),
    ...(code !== undefined && { code: String(code) }),
  }))
}

/** The schema of Swagger 2.0 counts a path that is a reference as two things at once, and refuses it. */
function withPathItems(root: Tree, files: ReadonlyMap<string, Tree>): Tree {
  const { swagger, paths } = root
  if (typeof swagger !== 'string' || !isRecord(paths)) return root
  const absolute = [...files].map(([address, file]) => [address, withAddresses(file, address, 'all')])
  const { at } = resolver(Object.fromEntries(absolute))
  // One that leads nowhere stays a reference, which is refused.
  const items = Object.entries(paths).map(([name, item]) => [name, at(item) ?? item])
  return { ...root, paths: Object.fromEntries(items) }
}

/** A copy of the part whose references to other files are absolute URLs, or all of them. */
function withAddresses(part: unknown, home: string, which: 'others' | 'all' = 'others'): unknown {
  if (Array.isArray(part)) return part.map((one) => withAddresses(one, home, which))
  if (!isRecord(part)) return part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      const isOwn = typeof value === 'string' && value.startsWith('#')
      if (key !== '$ref' || typeof value !== 'string' || (isOwn && which === 'others'))
        return [key, withAddresses(value, home, which)]
      const [prefix = '', pointer] = value.split('#', 2)
      const address = isOwn ? home : addressOf(prefix, home)
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

/** Converts all OpenAPI versions to one form, so that an upgrade doesn't show as a change everywhere. */
function upgraded(json: string): Tree {
  const files = JSON.parse(json) as Tree
  const [[address, root] = ['', {}]] = Object.entries(files)
  return { ...files, [address]: upgrade(root as Tree).specification ?? root }
}
