import type { Manuscript, PageTarget } from './manuscript.ts'

/** What the blocks of one page are set with. */
export interface Scene {
  readonly manuscript: Manuscript
  /** The names in the PDF of pages and of headings in them, by `page` or `page#anchor`. */
  readonly labels: ReadonlyMap<string, string>
  readonly page: string
  readonly targets: Readonly<Record<string, PageTarget>>
  /** The level of the page among headings. */
  readonly level: number
  /** The paths of images that can be shown, by the id of the file. */
  readonly images: ReadonlyMap<string, string>
  /** The numbers of footnotes of the page, by their labels; the ones that stand below it can be gone to. */
  readonly notes: Map<string, number>
  readonly standingNotes: ReadonlySet<string>
  /** Those that have their label already: of several with one name, links lead to the first. */
  readonly labelledNotes: Set<string>
  /** Labels are given once: what shows a text again gets none. */
  readonly isLabelled: boolean
  readonly isRightToLeft: boolean
  /** Containers around this place, and pieces of reusable content. */
  readonly depth: number
  readonly reused: number
  /** A narrow place breaks words earlier. */
  readonly isNarrow: boolean
}

export function labelOf(scene: Scene, { page, anchor }: PageTarget): string | undefined {
  const whole = anchor === undefined ? undefined : scene.labels.get(`${page}#${anchor}`)
  return whole ?? scene.labels.get(page)
}

export function noteLabel({ page }: Scene, number: number): string {
  return `note ${page} ${number}`
}
