/** Text types that browsers don't execute, with their file extensions. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  'text/markdown': ['md', 'markdown'],
  'text/csv': ['csv'],
  'text/tab-separated-values': ['tsv'],
  'application/yaml': ['yaml', 'yml'],
  'application/toml': ['toml'],
}

export interface SaidOfFile {
  readonly name: string
  readonly claimed?: string | undefined
}

/** The media type of a text. Executable types are served as plain text. */
export function textTypeOf(bytes: Uint8Array, start: string, { name, claimed }: SaidOfFile): string {
  if (isMarkup(start)) return 'text/plain'
  if (isJson(bytes, start)) return 'application/json'
  const said = claimed?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (Object.hasOwn(harmless, said)) return said
  const extension = /\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const byName = Object.entries(harmless).find(([, endings]) => endings.includes(extension))
  return byName?.[0] ?? 'text/plain'
}

function isMarkup(start: string): boolean {
  return /^\s*<(?:!doctype|html|head|body|script|style|iframe|title|meta|\?xml)\b/i.test(start)
}

const jsonBytesMax = 1024 * 1024

/** True for an object or array. Parses all of it, unless it is too large. */
function isJson(bytes: Uint8Array, start: string): boolean {
  if (!/^\s*[[{]/.test(start)) return false
  if (bytes.length > jsonBytesMax) return /^\s*(?:\{\s*"|\[\s*[[{"\d])/.test(start)
  try {
    JSON.parse(new TextDecoder().decode(bytes))
    return true
  } catch {
    return false
  }
}
