/** Scrolls to the block of the open page that begins with these words. */
export function showInText(words: string) {
  const start = flat(words).slice(0, startMax)
  const blocks = document.querySelectorAll<HTMLElement>('.page-text .prose > *, .page-text .group > *')
  const block = [...blocks].find((one) => flat(one.textContent).startsWith(start))
  block?.scrollIntoView({ block: 'center' })
  if (matchMedia('(prefers-reduced-motion: no-preference)').matches)
    block?.animate([{ background: 'var(--row)' }, {}], { duration: 1500, easing: 'ease-in' })
}

const startMax = 60

/** Texts differ in the whitespace between their parts. */
function flat(text: string): string {
  return text.replace(/\s+/g, '')
}
