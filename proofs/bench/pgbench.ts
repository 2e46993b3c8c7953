import { execFile } from 'node:child_process'
import { access, constants, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from '../../tools/dev/postgres-binaries.ts'
import { type StatementName, statements } from './bare.ts'
import type { Side } from './contest.ts'
import { connectionsMax } from './server.ts'

const execute = promisify(execFile)

/** A statement of the bare handler and its values, each one a string or `newValue`. */
export type Bound = readonly [name: StatementName, ...values: (string | typeof newValue)[]]

/** A placeholder for a value that differs on each run. */
export const newValue = Symbol('newValue')

/** Measures PostgreSQL alone with pgbench; undefined if pgbench is not installed. */
export async function openPgbench(url: string) {
  const { folder } = await findBinaries({ embedded: false })
  const program = join(folder, 'pgbench')
  const isThere = await access(program, constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isThere) {
    console.log(`There is no pgbench in ${folder}, so nothing is said about what PostgreSQL does alone.`)
    return undefined
  }
  const scripts = await mkdtemp(join(tmpdir(), 'stemma-pgbench-'))
  let runs = 0
  const sideOf = (name: string, bound: readonly Bound[]): Side => {
    const file = join(scripts, `${name.replaceAll(' ', '-')}.sql`)
    const { script, variables } = scriptOf(bound)
    const written = writeFile(file, script)
    const take = async (count: number) => {
      await written
      const each = Math.ceil(count / connectionsMax)
      const known = { ...variables, run: String(runs++) }
      const { stdout } = await execute(program, [
        ...['--no-vacuum', '--protocol', 'prepared', '--client', String(connectionsMax)],
        ...['--transactions', String(each), '--file', file],
        ...Object.entries(known).flatMap(([variable, value]) => ['--define', `${variable}=${value}`]),
        url,
      ])
      // The sessions of pgbench end with it, so their processor time is unknown.
      return { ms: 1000 / perSecond(stdout), server: 0, database: 0, foreign: 0 }
    }
    return { take }
  }
  return { sideOf, close: () => rm(scripts, { recursive: true }) }
}

/** Values become pgbench variables, which it passes as parameters of prepared statements. */
function scriptOf(bound: readonly Bound[]) {
  const variables: Record<string, string> = { n: '0' }
  const variableOf = (value: string | typeof newValue) => {
    if (value === newValue) return 'id'
    const variable = `v${Object.keys(variables).length}`
    variables[variable] = value
    return variable
  }
  const texts = bound.map(([name, ...values]) => {
    const names = values.map(variableOf)
    return statements[name].replaceAll(/\$(\d+)/g, (_, at) => `:${names[at - 1]}`)
  })
  const counter = '\\set n :n + 1\n\\set id (:run * 1000 + :client_id) * 1000000 + :n\n'
  const isNew = bound.some(([, ...values]) => values.includes(newValue))
  return { script: `${isNew ? counter : ''}${texts.join(';\n')};\n`, variables }
}

function perSecond(output: string): number {
  const rate = /^tps = ([\d.]+)/m.exec(output)?.[1]
  if (rate === undefined) throw new Error(`pgbench said no rate: ${output}`)
  return Number(rate)
}
