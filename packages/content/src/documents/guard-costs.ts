/**
 * The parsing cost of the inlines of one line. If it has non-ASCII letters, the parser returns to the start
 * of the line for each delimiter; it returns to the start of a word for each punctuation character.
 */
export function lineCost(text: string, start: number, end: number): number {
  let [cost, delimiters, isAscii] = [0, 0, true]
  let [wordStart, wordPunctuation] = [start, 0]
  for (let at = start; at <= end; at++) {
    const code = at === end ? 32 : text.charCodeAt(at)
    if (code > 127) isAscii = false
    else if (code <= 32) {
      if (at - wordStart > wordMin) cost += (at - wordStart) * wordPunctuation
      wordStart = at + 1
      wordPunctuation = 0
    } else {
      const kind = kinds[code] ?? 0
      if (kind & punctuation) wordPunctuation++
      if (kind & delimiter) delimiters++
    }
  }
  return cost + (isAscii ? 0 : (end - start) * delimiters)
}

/**
 * The parsing cost of the inlines of one paragraph: the parser may scan all of it for each of these
 * characters.
 */
export function scopeCost(text: string, start: number, end: number): number {
  let signs = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code < 128 && (kinds[code] ?? 0) & sign) signs++
    else if (code === letterW && text.charCodeAt(at + 1) === letterW) signs++
  }
  return (end - start) * signs
}

const wordMin = 64
const letterW = 119
const [punctuation, delimiter, sign] = [1, 2, 4]

const kinds: Uint8Array = new Uint8Array(128)
for (const character of '_*~?!.,:;\'")&(]') mark(character, punctuation)
for (const character of '*_~') mark(character, delimiter)
for (const character of '*_~&@$^:') mark(character, sign)

function mark(character: string, bit: number): void {
  const code = character.charCodeAt(0)
  kinds[code] = (kinds[code] ?? 0) | bit
}
