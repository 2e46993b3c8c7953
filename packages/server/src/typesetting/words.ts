/** A text, or its pieces, between which a line may end. */
export type Words = string | readonly string[]

/**
 * Words that would be wider than a line get places to break at: after signs that addresses and identifiers
 * have, else after every few letters. A narrow place, such as a cell, needs them earlier.
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

/** What follows a joined word needs no place to break before it: spaces are one already. */
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

/** Without characters that no font has: controls, and halves of pairs. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFEFF\u2028\u2029]/g, ' ')
}
