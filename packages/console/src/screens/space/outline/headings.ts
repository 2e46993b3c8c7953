import type { DocumentNode } from '@stemma/contract'
import { textIn, wordsOf } from '../../../kit/document/data.ts'

export interface Heading {
  readonly words: string
  /** From 1 to 3. */
  readonly level: number
  /** Its anchor, where the page is read. */
  readonly id?: string | undefined
}

/** The headings of a page, and where they are on the screen. */
export interface Outlined {
  /** Stays the same object until a heading is another. */
  readonly get: () => readonly Heading[]
  readonly watch: (notify: () => void) => () => void
  readonly elementOf: (index: number) => Element | undefined
  /** Goes to a heading: it is shown, and the next key goes there. */
  readonly go: (index: number) => void
}

/** The headings of a text that is read. */
export function headingsOf(nodes: readonly DocumentNode[] = []): readonly Heading[] {
  return nodes.flatMap((node) => {
    const level = Number(/^heading-(\d)$/.exec(node.type ?? '')?.[1])
    if (!level) return headingsOf(node.nodes?.filter(({ object }) => object === 'block'))
    const words = wordsOf(node).trim()
    return words === '' ? [] : [{ words, level, id: textIn(node, 'id') }]
  })
}

export function outlinedText(headings: readonly Heading[]): Outlined {
  const elementOf = (index: number) => document.getElementById(headings[index]?.id ?? '') ?? undefined
  return {
    get: () => headings,
    watch: () => () => undefined,
    elementOf,
    go(index) {
      const heading = elementOf(index)
      heading?.setAttribute('tabindex', '-1')
      if (heading instanceof HTMLElement) heading.focus({ preventScroll: true })
      heading?.scrollIntoView()
    },
  }
}
