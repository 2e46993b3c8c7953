import { readFile } from 'node:fs/promises'
import { type Option, WrongUsage } from '@stemma/command-line'
import type { Call } from './command.ts'

export const atOption = {
  value: 'NUMBER',
  summary: 'The position among its siblings, counted from 0. Default: the last one.',
} as const satisfies Option

export function positionIn(at: string | undefined): { readonly at?: number } {
  if (at === undefined) return {}
  if (!/^\d{1,6}$/.test(at)) throw new WrongUsage('--at accepts whole numbers from 0.')
  return { at: Number(at) }
}

export const textFrom = (file: string, { readInput }: Call) =>
  file === '-' ? readInput() : readFile(file, 'utf8')
