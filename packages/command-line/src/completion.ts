import { bash } from './completion-bash.ts'
import { fish } from './completion-fish.ts'
import { zsh } from './completion-zsh.ts'
import type { Program } from './program.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** A script for a shell that completes commands, options and the values that options choose from. */
export function completion(program: Program, shell: Shell): string {
  return { bash, zsh, fish }[shell](program)
}
