/** A text, or its pieces if lines may break between them. */
export type Words = string | readonly string[]

/**
 * Adds break opportunities to words that are wider than a line: after punctuation in URLs and identifiers,
 * otherwise after every few letters. Narrow places, such as cells, need them earlier.
 */
export function breakable(text: string, lettersMax: number = wideLetters): Words {
  const shown = printable(text)
  const long = new RegExp(`\\S{${lettersMax},}`, 'u')
  if (!long.test(shown)) return shown
  const pieces = shown.split(/(\s+)/u).flatMap((word) => (long.test(word) ? piecesOf(word) : [word]))
  return joined(pieces.filter((piece) => piece !== ''))
}

export const wideLetters = 30
export const narrowLetters = 12

function piecesOf(word: string): string[] {
  return word
    .split(/(?<=[/.,:;?&=_+@|~-])/u)
    .flatMap((piece) => piece.match(/(?:\P{M}\p{M}*[\u200D\uFE0F]*){1,8}/gu) ?? [piece])
}

/** Joins pieces next to spaces, because lines can break there anyway. */
function joined(pieces: readonly string[]): Words {
  const out: string[] = []
  for (const piece of pieces) {
    const last = out.at(-1)
    const isGlued = last !== undefined && (/\s$/u.test(last) || /^\s/u.test(piece))
    if (isGlued) out[out.length - 1] = last + piece
    else out.push(piece)
  }
  return out.length === 1 ? (out[0] ?? '') : out
}

/** Replaces characters that no font has: control characters and halves of surrogate pairs. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFEFF\u2028\u2029]/g, ' ')
}
