import { sha256 } from '#hash'

/** Whether the text is a valid anchor, written or derived. */
export function isAnchor(text: string): boolean {
  return /^[-a-z0-9.+_]{1,256}$/.test(text)
}

/**
 * The anchor for a heading with this text. If nothing is left of the text, such as without Latin letters, it
 * is derived from its hash.
 */
export function slugOf(text: string): string {
  const slug = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\s/]+/g, '-')
    .replaceAll(/[^-a-z0-9.+_]+/g, '')
    .replaceAll(/-{2,}/g, '-')
    .slice(0, slugMax)
    .replaceAll(/^-|-$/g, '')
  return slug === '' ? `section-${sha256(text, 'hex').slice(0, 8)}` : slug
}

/** The anchor itself, or with the first free number appended. Marks the result as taken. */
export function takeAnchor(slug: string, taken: Map<string, number>): string {
  const count = taken.get(slug)
  if (count === undefined) {
    taken.set(slug, 0)
    return slug
  }
  let number = count + 1
  while (taken.has(`${slug}-${number}`)) number++
  taken.set(slug, number)
  taken.set(`${slug}-${number}`, 0)
  return `${slug}-${number}`
}

const slugMax = 100
