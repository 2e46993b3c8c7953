import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { check } from 'recheck'
import { type Expression, expressionsIn, written } from './expressions.ts'

/**
 * Checks every regular expression of the packages with recheck, which finds those whose time can grow faster
 * than the length of their input. `npm run check` only runs recheck on expressions that are not in the
 * record; `npm run redos` runs it on all of them and updates the record.
 */
const isCheck = process.argv.includes('--check')
const recordFile = new URL('record.json', import.meta.url)
const record = JSON.parse(readFileSync(recordFile, 'utf8')) as Record
const known = new Set(isCheck ? record.safe : [])

interface Record {
  /** Expressions that recheck has proved safe, or tried in vain to attack. */
  readonly safe: readonly string[]
  /** Expressions that recheck calls vulnerable or cannot decide, and why they are acceptable. */
  readonly accepted: Readonly<{ [expression: string]: string }>
}

const files = globSync('packages/*/src/**/*.ts').filter((path) => !/\.test\.ts$|\/test\//.test(path))
const found = new Map<string, { readonly expression: Expression; readonly path: string }>()
for (const path of files) {
  for (const expression of expressionsIn(readFileSync(path, 'utf8')))
    found.set(written(expression), { expression, path })
}

const problems: string[] = []
const safe: string[] = []
for (const [name, { expression, path }] of found) {
  if (name in record.accepted) continue
  const status = known.has(name) ? 'safe' : await statusOf(expression)
  if (status === 'safe') safe.push(name)
  else problems.push(`${status}: ${name} in ${path}`)
}
const unused = Object.keys(record.accepted).filter((name) => !found.has(name))
problems.push(...unused.map((name) => `no longer used, remove it from proofs/redos/record.json: ${name}`))
if (!isCheck) writeFileSync(recordFile, `${JSON.stringify({ ...record, safe: safe.sort() }, null, 2)}\n`)

for (const problem of problems) console.log(problem)
const accepted = Object.keys(record.accepted).length - unused.length
console.log(
  `redos: ${found.size} expressions, ${accepted} accepted with a reason, ${problems.length} problems`,
)
process.exit(problems.length === 0 ? 0 : 1)

async function statusOf({ source, flags }: Expression): Promise<string> {
  const { status, ...rest } = await decided(source, flags)
  return 'complexity' in rest && status === 'vulnerable' ? `${status} (${rest.complexity?.summary})` : status
}

/** On a busy machine the first attempt can run out of time, which says nothing about the expression. */
async function decided(source: string, flags: string) {
  const quick = await check(source, flags, { timeout: 10_000 })
  return quick.status === 'unknown' ? check(source, flags, { timeout: 120_000 }) : quick
}
