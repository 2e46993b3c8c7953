import type { Command } from './command.ts'
import { firstWords, groupOf, helpOption, type LoadedProgram } from './program.ts'

export function bash(program: LoadedProgram): string {
  const { name, commands, common } = program
  const groups = firstWords(program).filter((word) => groupOf(program, word).length > 0)
  const nameOf = `_${name.replaceAll('-', '_')}`
  return `# Completion of ${name} for bash: source this file, or put it into the completions folder of bash.
${nameOf}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local command="\${COMP_WORDS[1]}" words=""
  COMPREPLY=()
  case "$command" in
    ${groups.join('|')}) [ "$COMP_CWORD" -gt 2 ] && command="$command \${COMP_WORDS[2]}" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${[...firstWords(program), 'help', '--help', '--version'].join(' ')}"
  else
    case "$command:$previous" in
${commands.flatMap((command) => values(command)).join('')}    esac
    [ -n "$words" ] || case "$command" in
${groups.map((group) => inGroup(program, group)).join('')}${commands
  .map((command) => options(command, common))
  .join('')}    esac
  fi
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o default -F ${nameOf} ${name}
`
}

const inGroup = (program: LoadedProgram, group: string) =>
  `      ${quoted(group)}) words="${secondWords(program, group).join(' ')}" ;;\n`

export const secondWords = (program: LoadedProgram, group: string): string[] =>
  groupOf(program, group).map(({ name }) => name.slice(group.length + 1))

const quoted = (text: string) => `"${text}"`

function values({ name, options }: Command): string[] {
  return Object.entries(options).flatMap(([option, { choices }]) =>
    choices ? [`      ${quoted(`${name}:--${option}`)}) words="${choices.join(' ')}" ;;\n`] : [],
  )
}

/** The choices of the first positional argument, if it has any, and the options of a command. */
function options({ name, takes = [], options: own }: Command, common: LoadedProgram['common']): string {
  const placed = own[takes[0] ?? '']?.choices ?? []
  const names = Object.keys({ ...own, ...common, ...helpOption }).map((option) => `--${option}`)
  const all = names.join(' ')
  const line = `      ${quoted(name)}) `
  if (placed.length > 0) return `${line}words="${[...placed, all].join(' ')}" ;;\n`
  // If the word doesn't begin an option, it may be a file.
  return `${line}case "$current" in -*) words="${all}" ;; esac ;;\n`
}
