import type { Command, Option } from './command.ts'
import { secondWords } from './completion-bash.ts'
import { firstWords, groupOf, helpOption, type LoadedProgram } from './program.ts'

const seen = '__fish_seen_subcommand_from'

export function fish(program: LoadedProgram): string {
  const { name, commands, common } = program
  const first = firstWords(program).map((word) => {
    const summary = commands.find((command) => command.name === word)?.summary ?? program.groups[word] ?? ''
    return `complete -c ${name} -n __fish_use_subcommand -f -a ${word} -d ${quoted(summary)}`
  })
  const second = firstWords(program).flatMap((group) => {
    const words = secondWords(program, group)
    const open = quoted(`${seen} ${group}; and not ${seen} ${words.join(' ')}`)
    return groupOf(program, group).map(
      ({ name: full, summary }) =>
        `complete -c ${name} -n ${open} -f -a ${full.slice(group.length + 1)} -d ${quoted(summary)}`,
    )
  })
  const shared = Object.entries({ ...common, ...helpOption }).map(([option, one]) =>
    optionLine(name, option, one),
  )
  const own = commands.flatMap((command) => ownLines(name, command))
  return `# Completion of ${name} for fish: put it into ~/.config/fish/completions/${name}.fish.
${[...first, ...second, ...shared, ...own].join('\n')}
`
}

function ownLines(program: string, { name, options, takes = [] }: Command): string[] {
  const here = name
    .split(' ')
    .map((word) => `${seen} ${word}`)
    .join('; and ')
  const placed = options[takes[0] ?? '']?.choices ?? []
  return [
    ...(placed.length > 0
      ? [`complete -c ${program} -n ${quoted(here)} -f -a ${quoted(placed.join(' '))}`]
      : []),
    ...Object.entries(options).map(([option, one]) => optionLine(program, option, one, here)),
  ]
}

function optionLine(program: string, name: string, option: Option, here?: string): string {
  return [
    `complete -c ${program}`,
    ...(here ? [`-n ${quoted(here)}`] : []),
    `-l ${name}`,
    ...(option.value === undefined ? [] : ['-r']),
    ...(option.choices ? [`-f -a ${quoted(option.choices.join(' '))}`] : []),
    `-d ${quoted(option.summary)}`,
  ].join(' ')
}

const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
