import { readFrontMatter } from '../documents/front-matter.ts'

export const variablesPath = '.gitbook/vars.yaml'

export function writeVariables(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${isPlain.test(name) ? name : JSON.stringify(name)}: ${JSON.stringify(value)}\n`)
    .join('')
}

const isPlain = /^[A-Za-z_][\w-]*$/

/** Reads variables from YAML; undefined if it is not a map of plain values. */
export function readVariablesFile(text: string): ReadonlyMap<string, string> | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const pairs = lines.map(pairIn)
  if (pairs.every((pair) => pair !== undefined)) return new Map(pairs)
  const data = readFrontMatter(`---\n${text}\n---\n`)?.data
  if (data === undefined) return undefined
  const values = Object.entries(data).map(([name, value]) => [name, plainValue(value)] as const)
  return values.some(([, value]) => value === undefined) ? undefined : new Map(values as [string, string][])
}

function pairIn(line: string): readonly [string, string] | undefined {
  const [, name = '', value = ''] =
    /^("(?:[^"\\]|\\.)*"|[A-Za-z_][\w-]*): ("(?:[^"\\]|\\.)*")$/.exec(line) ?? []
  try {
    return [name.startsWith('"') ? JSON.parse(name) : name, JSON.parse(value)]
  } catch {
    return undefined
  }
}

function plainValue(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}
