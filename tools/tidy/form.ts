import { isGenerated, isTest, type Source } from './source.ts'

const lineMax = 110
const functionMax = 70
const fileMax = 400
const testMax = 600
const ninthTenthMax = 250

/** What TypeScript allows but this repository does not. */
export function wrongWords({ path, code, comments }: Source): string[] {
  const found = [
    ...linesWith(code, /(?<![.\w$])any(?!\w|\s*[(:?])/g, 'says any: name the type, or say unknown'),
    ...linesWith(code, /[\w)\]]!(?![=\w])/g, 'asserts with ! that something is there: handle its absence'),
    ...linesWith(code, /\benum\s+\w+\s*\{/g, 'has an enum: use a union of strings'),
    ...linesWith(code, /\bexport\s+default\b|\bas\s+default\b/g, 'exports a default: give it a name'),
    ...linesWith(comments, /\bTODO\b(?!\s*\(?#\d+)/g, 'has a TODO without an issue number: write TODO #12'),
  ]
  return found.map((fault) => `${path}:${fault}`)
}

export function tooLong({ path, text, code }: Source): string[] {
  if (isGenerated(text)) return []
  const lines = text.split('\n')
  const most = isTest(path) ? testMax : fileMax
  const long = lines.length - 1 > most ? [`${path} has more than ${most} lines: split what it is about`] : []
  const wide = lines.flatMap((line, index) =>
    line.length > lineMax && !/https?:\/\//.test(line)
      ? [`${path}:${index + 1} is wider than ${lineMax} characters: break it`]
      : [],
  )
  const deep = functionsIn(code)
    .filter(({ first, last }) => last - first + 1 > functionMax)
    .map(
      ({ first }) => `${path}:${first} begins a function of more than ${functionMax} lines: take parts out`,
    )
  return [...long, ...wide, ...deep]
}

/** Limits the length that nine in ten files stay below, so that small files remain the norm. */
export function tooManyLong(sources: readonly Source[]): string[] {
  const lengths = sources
    .filter(({ path, text }) => !isTest(path) && !isGenerated(text))
    .map(({ text }) => text.split('\n').length - 1)
    .sort((a, b) => a - b)
  const ninthTenth = lengths[Math.ceil(lengths.length * 0.9) - 1] ?? 0
  return ninthTenth > ninthTenthMax
    ? [`a tenth of the files has ${ninthTenth} lines or more, over ${ninthTenthMax}: split the longest`]
    : []
}

/** Finds the blocks opened by parameters, a return type or an arrow. A loop around tests doesn't count. */
function functionsIn(code: string): { first: number; last: number }[] {
  const open: { line: number; isFunction: boolean }[] = []
  const found: { first: number; last: number }[] = []
  let line = 1
  for (let at = 0; at < code.length; at++) {
    if (code[at] === '\n') line++
    if (code[at] === '{') {
      const before = code.slice(Math.max(0, at - 200), at)
      const isShape = /\b(?:class|interface)\b.*$/.test(before)
      const isLoop = /\bfor (?:await )?\([^{}]*\)\s*$/.test(before)
      open.push({ line, isFunction: !isShape && !isLoop && opensFunction.test(before) })
    }
    if (code[at] === '}') {
      const block = open.pop()
      if (block?.isFunction) found.push({ first: block.line, last: line })
    }
  }
  return found
}

const opensFunction = /(?:\)|>|\)\s*:[\w\s<>[\]|&.,'"]+)\s*$/

function linesWith(text: string, form: RegExp, fault: string): string[] {
  return [...text.matchAll(form)].map(({ index }) => `${text.slice(0, index).split('\n').length} ${fault}`)
}
