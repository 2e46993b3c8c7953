/** A text without case, accents and forms of writing: what people type and what they mean meet in it. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (/^[\x20-\x7e]*$/.test(lower)) return lower
  return lower.normalize('NFKD').replaceAll(marks, '').normalize('NFC').replaceAll(letters, letterFor)
}

/** Of Latin, Greek, Cyrillic, Hebrew and Arabic; the marks of other scripts are vowels that nobody drops. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g

/** Letters that have no decomposition, and stand for others. */
const folded: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ة: 'ه',
  ى: 'ي',
}
const letters = new RegExp(`[${Object.keys(folded).join('')}]`, 'g')

function letterFor(letter: string): string {
  return folded[letter] ?? letter
}
