import type { Command } from './command.ts'
import { lines, usage } from './help.ts'
import { helpOption, type LoadedProgram } from './program.ts'

/** A Markdown chapter about a program, with the content of its help. */
export function reference(program: LoadedProgram): string {
  const { name, summary, common, environment, exitCodes, commands } = program
  return [
    `## ${name}`,
    summary,
    code([`${name} COMMAND [OPTIONS]`]),
    '### Global options',
    list(lines({ ...common, ...helpOption })),
    '### Environment variables',
    list(Object.entries(environment)),
    '### Exit codes',
    list(Object.entries(exitCodes)),
    ...commands.flatMap((command) => chapter(program, command)),
  ].join('\n\n')
}

function chapter(program: LoadedProgram, command: Command): string[] {
  const own = lines(command.options, command)
  const examples = (command.examples ?? []).flatMap(([want, line]) => [`# ${want}`, line])
  return [
    `### ${program.name} ${command.name}`,
    [command.summary, command.more].filter(Boolean).join(' '),
    code([usage(program, command)]),
    ...(own.length > 0 ? [list(own)] : []),
    ...(examples.length > 0 ? [code(examples)] : []),
  ]
}

const code = (rows: readonly string[]) => ['```sh', ...rows, '```'].join('\n')

const list = (rows: readonly (readonly [string, string])[]) =>
  rows.map(([what, does]) => `- \`${what}\`: ${does}`).join('\n')
