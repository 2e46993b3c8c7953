const lengthMax = 100

/**
 * The slug for a title: letters and digits of any script, lowercase, separated by hyphens. A title without
 * letters or digits yields `page`.
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

/** Accents are only removed from Latin letters: in other scripts, marks carry the vowels. */
function isLatin(text: string, at: number): boolean {
  return /\p{Script=Latin}$/u.test(text.slice(Math.max(0, at - 2), at))
}

/** A user's slug, made valid for a URL; undefined if nothing is left of it. A valid slug stays unchanged. */
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

/** Appends a number to distinguish equal slugs; 0 is the slug itself. */
export function numberedSlug(slug: string, number: number): string {
  if (number === 0) return slug
  const ending = `-${number}`
  return [...slug].slice(0, lengthMax - ending.length).join('') + ending
}
