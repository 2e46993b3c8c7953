import { basename, dirname } from 'node:path/posix'
import { localsOf } from './imports.ts'
import { isTest, type Source } from './source.ts'

const root = 'packages/server/src/'

/**
 * Which other folders of the server a folder may import, besides `common`. Files at the root may import all
 * folders.
 */
const folders: Readonly<Record<string, readonly string[]>> = {
  common: [],
  config: ['auth', 'db', 'files', 'mail', 'outside'],
  db: [],
  auth: ['db', 'expressions'],
  events: ['jobs', 'db'],
  jobs: ['mail', 'db'],
  content: ['db', 'threads'],
  files: [],
  git: ['files', 'outside', 'jobs', 'threads', 'db'],
  mail: [],
  outside: [],
  expressions: [],
  search: [],
  typesetting: [],
  saml: [],
  oidc: ['outside'],
  threads: [],
  importing: ['files', 'outside', 'expressions', 'threads'],
  http: ['auth', 'db'],
  publishing: ['auth', 'db'],
  resources: [
    ...['http', 'events', 'jobs', 'content', 'files', 'outside', 'importing', 'expressions'],
    ...['search', 'threads', 'typesetting', 'saml', 'oidc', 'publishing', 'git', 'mail', 'auth', 'db'],
  ],
  upkeep: ['resources', 'git', 'files', 'auth', 'db'],
  commands: ['config', 'upkeep', 'resources', 'events', 'jobs', 'content', 'mail', 'auth', 'db'],
}
/** Folders whose files may import files at the root. */
const above = ['', 'commands']

/** Checks the imports between folders of the server. */
export function wrongFolders(source: Source): string[] {
  if (!source.path.startsWith(root) || isTest(source.path)) return []
  const from = folderOf(source.path)
  return localsOf(source)
    .filter(({ path }) => path.startsWith(root))
    .flatMap(({ path, typeOnly }) => {
      const to = folderOf(path)
      if (to === 'test') return `imports ${path}: only tests may`
      if (from === '' || from === to || to === 'common') return []
      if (from === 'common') return typeOnly ? [] : `imports ${path}: as common ground, types only`
      if (to === '') return above.includes(from) ? [] : `imports ${path}: hand it in instead`
      if (to === 'config' && typeOnly) return []
      return folders[from]?.includes(to) ? [] : `imports ${path}: no arrow leads from ${from}/ to ${to}/`
    })
    .map((fault) => `${source.path} ${fault}`)
}

/** A slice may use the `index.ts` and the `store.ts` of another slice, and nothing else of it. */
export function wrongSlices(source: Source): string[] {
  const isOutsider = ['resources', 'upkeep', 'commands'].includes(folderOf(source.path))
  if (!isOutsider || isTest(source.path) || source.path === `${root}resources/index.ts`) return []
  return localsOf(source)
    .filter(({ path }) => folderOf(path) === 'resources' && dirname(path) !== dirname(source.path))
    .filter(({ path }) => !faces.includes(basename(path)) && path !== `${root}resources/resource.ts`)
    .map(
      ({ path }) =>
        `${source.path} imports ${path}: export it from the index.ts of its slice, and import that`,
    )
}

/** The files of a slice that others may import: `index.ts`, and the queries. */
const faces = ['index.ts', 'store.ts']

/** A store that re-exports files that import the store would be a cycle. */
export function wrongStores({ path, code }: Source): string[] {
  if (!path.startsWith(root) || basename(path) !== 'store.ts') return []
  return /^export\s[\w\s,*{}]*?\bfrom\s/m.test(code)
    ? [`${path} re-exports another file: do that in the index.ts of the slice`]
    : []
}

/** Rules are pure: no database, no HTTP, no clock of their own. */
export function wrongRules(source: Source): string[] {
  if (basename(source.path) !== 'rules.ts') return []
  const impure = localsOf(source).filter(
    ({ path, typeOnly }) =>
      ['db', 'http'].includes(folderOf(path)) ||
      (folderOf(path) === 'resources' && faces.includes(basename(path)) && !typeOnly),
  )
  const clock = /\bnew Date(?:\(\s*\)|(?!\s*\())|\bDate\.now\b|\bperformance\.now\b/.test(source.code)
  return [
    ...impure.map(({ path }) => `${source.path} imports ${path}: let the handler fetch it and hand it in`),
    ...(clock ? [`${source.path} looks at the clock: take \`now\` as an argument`] : []),
  ]
}

/** Queries belong in stores, and only one file opens transactions. */
export function wrongQueries({ path, code }: Source): string[] {
  if (!path.startsWith(root) || isTest(path)) return []
  const asks = /\bsql(?:<[^`]*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/.test(code)
  const opens = /\.transaction\(/.test(code) && path !== `${root}db/transaction.ts`
  return [
    ...(asks && folderOf(path) === 'resources' && basename(path) !== 'store.ts'
      ? [`${path} has a query: move it into the store.ts of the slice`]
      : []),
    ...(opens ? [`${path} opens a transaction: that is for db/transaction.ts alone`] : []),
  ]
}

/** Only the start of a program reads the environment and the command line. */
export function wrongSurroundings({ path, code }: Source): string[] {
  if (isTest(path) || /^(?:proofs|tools)\//.test(path) || basename(path) === 'main.ts') return []
  return [
    ...(/\bprocess\.env\b/.test(code) && path !== `${root}config/config.ts`
      ? [`${path} reads process.env: make it a setting in config/config.ts`]
      : []),
    ...(/\bprocess\.argv\b/.test(code) ? [`${path} reads process.argv: only main.ts does`] : []),
  ]
}

function folderOf(path: string): string {
  const parts = path.startsWith(root) ? path.slice(root.length).split('/') : ['elsewhere', '']
  return parts.length > 1 ? (parts[0] ?? '') : ''
}
