import { treeKindOf } from '@stemma/content'
import { PushRefusal } from '../../../git/push-refusal.ts'
import type { DifferentFile } from '../../../git/tree-difference.ts'
import type { PushRequest } from '../../../git/wire/push-request.ts'

/** What a push is for. */
export interface PushTarget {
  readonly ref: string
  readonly tip: string
  /** The commit that the client believes the ref to have. */
  readonly old: string | undefined
  readonly subject: string | undefined
  readonly to: PushDestination
}

/** A new or continued change request; the one with a number; a branch that stands for one; or the space. */
type PushDestination =
  | { readonly kind: 'proposal' }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'branch'; readonly name: string }
  | { readonly kind: 'main' }

export function targetOf({ commands, options }: Pick<PushRequest, 'commands' | 'options'>): PushTarget {
  const [command] = commands
  if (command === undefined || commands.length > 1)
    throw new PushRefusal(`push one branch at a time; ${howToPropose}`)
  const { ref, old, tip } = command
  if (tip === undefined)
    throw new PushRefusal("branches can't be deleted; archive the change request instead")
  return { ref, old, tip, subject: subjectIn(options), to: destinationOf(ref) }
}

function destinationOf(ref: string): PushDestination {
  const number = /^refs\/changes\/(\d{1,9})\/head$/.exec(ref)?.[1]
  if (number !== undefined) return { kind: 'number', number: Number(number) }
  if (ref === 'refs/heads/main') return { kind: 'main' }
  if (ref === 'refs/for/main') return { kind: 'proposal' }
  const name = /^refs\/heads\/(.+)$/s.exec(ref)?.[1]
  if (name === undefined) throw new PushRefusal(`only branches are kept; ${howToPropose}`)
  requireBranchName(name)
  return { kind: 'branch', name }
}

/** What `git check-ref-format` accepts, and what nobody takes for something else. */
function requireBranchName(name: string) {
  const isUnclear = /^(?:HEAD|@|-.*|refs\/.*|main\/.*)$/s.test(name)
  const isWrong = /[\p{Cc} ~^:?*[\\\uFFFD]|\.\.|@\{|\/\/|^\/|\/$|\.$|(?:^|\/)\.|\.lock(?:\/|$)/u.test(name)
  if (isUnclear || isWrong) throw new PushRefusal('this name is not one for a branch; choose another name')
  if (name.length > branchNameMax)
    throw new PushRefusal(`the name of a branch can have ${branchNameMax} characters; choose a shorter one`)
}

const branchNameMax = 200

export const howToPropose = 'run: git push origin HEAD:refs/for/main'

function subjectIn(options: readonly string[]): string | undefined {
  const other = options.find((one) => !one.startsWith('subject='))
  if (other !== undefined)
    throw new PushRefusal(`the option ${shortened(other)} is unknown; use -o subject="…", or none`)
  const subject = options.at(-1)?.slice('subject='.length)
  return subject === undefined ? undefined : shortened(subject)
}

/** The subject of a commit, as that of a change request. */
export function subjectOf(commit: Buffer): string {
  const text = commit.toString()
  const message = text.slice(text.indexOf('\n\n') + 2)
  return shortened(message.trimStart().split('\n')[0] ?? '') || 'Change'
}

function shortened(text: string): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return line.length <= subjectMax ? line : `${line.slice(0, subjectMax - 1).toWellFormed()}…`
}

const subjectMax = 100

/** What a push changes, as in `2 pages changed, 1 moved`. */
export function summarize(files: readonly DifferentFile[]): string {
  const isPage = ({ path }: DifferentFile) => treeKindOf(path) === 'page'
  const parts = (ofKind: readonly DifferentFile[], noun: string) => {
    const count = (kind: DifferentFile['kind']) => ofKind.filter((one) => one.kind === kind).length
    const counts = verbs.flatMap(([kind, verb]) => (count(kind) > 0 ? [{ verb, count: count(kind) }] : []))
    return counts.map(({ verb, count }, at) =>
      [count, ...(at === 0 ? [plural(noun, count)] : []), verb].join(' '),
    )
  }
  const others = files.filter((file) => !isPage(file) && treeKindOf(file.path) !== undefined)
  const all = [...parts(files.filter(isPage), 'page'), ...parts(others, 'file')]
  return all.length === 0 ? 'the table of contents or the variables changed' : all.join(', ')
}

const verbs = [
  ['added', 'added'],
  ['changed', 'changed'],
  ['renamed', 'moved'],
  ['deleted', 'deleted'],
] as const

function plural(noun: string, count: number): string {
  return count === 1 ? noun : `${noun}s`
}
