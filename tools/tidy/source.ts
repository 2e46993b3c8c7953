/** One TypeScript file, parsed as far as the rules need. */
export interface Source {
  /** Relative to the root of the repository. */
  readonly path: string
  readonly text: string
  /** The text with comments, strings and regular expressions blanked out, on the same lines. */
  readonly code: string
  /** The opposite: only the comments. */
  readonly comments: string
  readonly imports: readonly Import[]
}

interface Import {
  readonly target: string
  /** `import type` is erased at run time. */
  readonly typeOnly: boolean
}

export function sourceOf(path: string, text: string): Source {
  const { code, comments } = split(text)
  return { path, text, code, comments, imports: importsIn(text, code) }
}

export function isTest(path: string): boolean {
  return /\.test\.ts$|\/src\/test\//.test(path)
}

/** The first line of a generated file says so. */
export function isGenerated(text: string): boolean {
  return /^\/\/ Generated /.test(text)
}

/** Finds imports, re-exports and `import()`, but not inside strings. `?worker` is a wish to the bundler. */
function importsIn(text: string, code: string): Import[] {
  const statements = /^(?:import|export)(\s+type)?\b[\w\s,*{}]*?(?:from\s+)?(['"])|\bimport\((['"])/gm
  return [...code.matchAll(statements)].map(({ index, 0: head, 1: type }) => {
    const start = index + head.length
    const end = code.indexOf(head.at(-1) ?? '', start)
    return { target: text.slice(start, end).replace(/\?.*$/, ''), typeOnly: type !== undefined }
  })
}

/** Splits the text in one pass, token by token. */
function split(text: string): { code: string; comments: string } {
  let [code, comments, at] = ['', '', 0]
  const braces: number[] = []
  let depth = 0

  while (at < text.length) {
    const closesHole = text[at] === '}' && braces.at(-1) === depth
    if (closesHole) braces.pop()
    const { kind, length } = pieceAt(text, at, closesHole, code)
    const piece = text.slice(at, at + length)
    code += kind === 'code' ? piece : kind === 'comment' ? blank(piece) : hollow(piece)
    comments += kind === 'comment' ? piece : blank(piece)
    if (kind === 'template' && piece.endsWith('${')) braces.push(depth)
    if (kind === 'code' && piece === '{') depth++
    if (kind === 'code' && piece === '}') depth--
    at += length
  }
  return { code, comments }
}

interface Piece {
  readonly kind: 'code' | 'comment' | 'string' | 'template'
  readonly length: number
}

function pieceAt(text: string, at: number, closesHole: boolean, before: string): Piece {
  const [first, second] = text.slice(at, at + 2)
  if (first === '/' && second === '/') return { kind: 'comment', length: lengthOf(text, at, line) }
  if (first === '/' && second === '*') return { kind: 'comment', length: lengthOf(text, at, remark) }
  if (first === "'" || first === '"') return { kind: 'string', length: lengthOf(text, at, quoted) }
  if (first === '`' || closesHole) return { kind: 'template', length: lengthOf(text, at, template) }
  if (first === '/' && opensPattern(before)) return { kind: 'string', length: lengthOf(text, at, pattern) }
  return { kind: 'code', length: 1 }
}

const line = /\/\/.*/y
const remark = /\/\*[\s\S]*?\*\//y
const quoted = /(['"])(?:\\.|(?!\1).)*\1/y
/** From the backtick, or from the end of a placeholder, to the next placeholder or the end. */
const template = /[`}](?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{)/y
const pattern = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y

function lengthOf(text: string, at: number, form: RegExp): number {
  form.lastIndex = at
  return form.exec(text)?.[0].length ?? 1
}

/** A slash begins a regular expression where a value is expected, and divides after a value. */
function opensPattern(before: string): boolean {
  return /(?:^|[(,=:[!&|?{;+]|=>|\breturn|\bcase)\s*$/.test(before.slice(-40))
}

function blank(piece: string): string {
  return piece.replace(/[^\n]/g, ' ')
}

/** Keeps the quotes, so that tagged templates remain recognizable. */
function hollow(piece: string): string {
  if (piece.length < 2) return piece
  const end = piece.endsWith('${') ? 2 : 1
  return piece[0] + blank(piece.slice(1, -end)) + piece.slice(-end)
}
