/** A regular expression as in the code: `/source/flags`. */
export interface Expression {
  readonly source: string
  readonly flags: string
}

/**
 * Finds the regular expressions in a file: literals, and the patterns of schemas, which are compiled with
 * `u`. A literal follows a token that cannot end a value. Expressions built at run time are not found.
 */
export function expressionsIn(code: string): readonly Expression[] {
  const literals = [...code.matchAll(literal)].map(([, source = '', flags = '']) => ({ source, flags }))
  const patterns = [...code.matchAll(schemaPattern)].map(([, written = '']) => ({
    source: written.replaceAll('\\\\', '\\'),
    flags: 'u',
  }))
  return [...literals, ...patterns].filter(isValid)
}

const literal =
  /(?<=[(,=:[!&|?{};>]\s*|return )\/(?![*/])((?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g
const schemaPattern = /pattern: '((?:[^'\\\n]|\\.)*)'/g

/** A slash in a template or a division can look like the start of a literal. */
function isValid({ source, flags }: Expression): boolean {
  try {
    new RegExp(source, flags)
    return !source.includes('${')
  } catch {
    return false
  }
}

export function written({ source, flags }: Expression): string {
  return `/${source}/${flags}`
}
