import type { Manuscript, PageTarget } from './manuscript.ts'

/** The context in which the blocks of a page are converted. */
export interface Scene {
  readonly manuscript: Manuscript
  /** The PDF labels of pages and headings, by `page` or `page#anchor`. */
  readonly labels: ReadonlyMap<string, string>
  readonly page: string
  readonly targets: Readonly<Record<string, PageTarget>>
  /** The heading level of the page. */
  readonly level: number
  /** The paths of images that can be shown, by file ID. */
  readonly images: ReadonlyMap<string, string>
  /** The numbers of the page's footnotes by label. Only those in `standingNotes` have a text to link to. */
  readonly notes: Map<string, number>
  readonly standingNotes: ReadonlySet<string>
  /** Footnotes that already have a PDF label. If several share a name, links lead to the first. */
  readonly labelledNotes: Set<string>
  /** False for repeated text, because PDF labels must be unique. */
  readonly isLabelled: boolean
  readonly isRightToLeft: boolean
  /** How many containers, and how many reusable contents, surround this place. */
  readonly depth: number
  readonly reused: number
  /** Long words break earlier in narrow places. */
  readonly isNarrow: boolean
}

export function labelOf(scene: Scene, { page, anchor }: PageTarget): string | undefined {
  const whole = anchor === undefined ? undefined : scene.labels.get(`${page}#${anchor}`)
  return whole ?? scene.labels.get(page)
}

export function noteLabel({ page }: Scene, number: number): string {
  return `note ${page} ${number}`
}
