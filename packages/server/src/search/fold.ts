/** Removes case, accents and typographic variants, so that queries match however they are typed. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (/^[\x20-\x7e]*$/.test(lower)) return lower
  return lower.normalize('NFKD').replaceAll(marks, '').normalize('NFC').replaceAll(letters, letterFor)
}

/** Marks of Latin, Greek, Cyrillic, Hebrew and Arabic. In other scripts they are vowels that nobody omits. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g

/** Letters without a Unicode decomposition, and their replacements. */
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
