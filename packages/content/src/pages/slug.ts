const lengthMax = 100

/**
 * The part of an address that a title gives: letters and digits of any script, in lower case, with hyphens
 * between. A title without any gives `page`.
 */
export function slugOf(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, (marks, at: number, text: string) => (isLatin(text, at) ? '' : marks))
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
  const short = [...slug].slice(0, lengthMax).join('')
  return short.replace(/^-+|(?<!-)-+$/g, '') || 'page'
}

/** Accents are dropped from Latin letters only: elsewhere marks carry the vowels. */
function isLatin(text: string, at: number): boolean {
  return /\p{Script=Latin}$/u.test(text.slice(Math.max(0, at - 2), at))
}

/**
 * A slug as somebody chose it, made fit for an address; what nothing is left of is not one. One that is fit
 * stays as it is.
 */
export function chosenSlug(text: string): string | undefined {
  const fit = text
    .normalize('NFC')
    .trim()
    .replaceAll(/[\s/\\?#%]+/g, '-')
    .replace(/^-+/, '')
  const slug = [...fit]
    .slice(0, lengthMax)
    .join('')
    .replace(/(?<!-)-+$/, '')
  return slug === '' || slug === '.' || slug === '..' ? undefined : slug
}

/** A slug that others may have too, told apart by a number; 0 is the slug itself. */
export function numberedSlug(slug: string, number: number): string {
  if (number === 0) return slug
  const ending = `-${number}`
  return [...slug].slice(0, lengthMax - ending.length).join('') + ending
}
