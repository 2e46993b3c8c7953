const lengthMax = 150
const extensionMax = 16

/** Makes a name safe for URLs, headers and any file system. */
export function safeNameOf(name: string): string {
  const harmless = name
    .toWellFormed()
    .replace(/[/\\]/g, '_')
    // Control characters, and direction marks that make a name look like another.
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim()
  const short = shortened(harmless).trim()
  return /^\.*$/.test(short) ? 'file' : short
}

function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= lengthMax) return name
  const dot = characters.lastIndexOf('.')
  const extension = characters.length - dot <= extensionMax ? characters.slice(dot) : []
  return [...characters.slice(0, lengthMax - extension.length), ...extension].join('')
}

/** As in RFC 6266: the exact name, and an ASCII fallback. */
export function contentDispositionOf(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^A-Za-z0-9 ._-]/g, '_')
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`
}
