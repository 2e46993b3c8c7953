import type { Command, Option, Options } from './command.ts'
import { firstWords, groupOf, helpOption, type LoadedProgram } from './program.ts'

export function zsh(program: LoadedProgram): string {
  const { name, commands } = program
  const nameOf = `_${name.replaceAll('-', '_')}`
  const groups = firstWords(program).filter((word) => groupOf(program, word).length > 0)
  const first = firstWords(program).map((word) => {
    const summary = commands.find((command) => command.name === word)?.summary ?? program.groups[word] ?? ''
    return described(word, summary)
  })
  return `#compdef ${name}
# Completion of ${name} for zsh: put it into a folder of $fpath as ${nameOf}, or source it after compinit.
${nameOf}() {
  local command="$words[2]"
  local -a choices
  if (( CURRENT == 2 )); then
    choices=(${first.join(' ')})
    _describe command choices
    return
  fi
  case "$command" in
    ${groups.join('|')})
      if (( CURRENT == 3 )); then
        case "$command" in
${groups.map((group) => inGroup(program, group)).join('')}        esac
        _describe command choices
        return
      fi
      command="$command $words[3]"
      shift words
      (( CURRENT-- ))
      ;;
  esac
  shift words
  (( CURRENT-- ))
  case "$command" in
${commands.map((command) => chapter(command, program.common)).join('')}  esac
}
if [ "$funcstack[1]" = "${nameOf}" ]; then ${nameOf} "$@"; else compdef ${nameOf} ${name}; fi
`
}

function inGroup(program: LoadedProgram, group: string): string {
  const words = groupOf(program, group).map(({ name, summary }) =>
    described(name.slice(group.length + 1), summary),
  )
  return `          ${group}) choices=(${words.join(' ')}) ;;\n`
}

function chapter({ name, options, takes = [] }: Command, common: Options): string {
  const specs = Object.entries({ ...options, ...common, ...helpOption }).map(([option, one]) =>
    optionSpec(option, one),
  )
  const places = takes.map((one) => quoted(`:${one}:${valuesOf(options[one] ?? { summary: '' })}`))
  return `    ${quoted(name)}) _arguments ${[...specs, ...places].join(' ')} ;;\n`
}

function optionSpec(name: string, option: Option): string {
  const text = option.summary.replace(/[[\]\\:]/g, '\\$&')
  const value =
    option.value === undefined ? '' : `:${option.value.replaceAll(':', '\\:')}:${valuesOf(option)}`
  return quoted(`${option.several ? '*' : ''}--${name}[${text}]${value}`)
}

const valuesOf = ({ choices }: Option) => (choices ? `(${choices.join(' ')})` : '_files')

const described = (word: string, summary: string) => quoted(`${word}:${summary.replaceAll(':', '\\:')}`)

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
