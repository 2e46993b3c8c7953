import type { IconName } from '../../kit/icon-names.ts'

/** One line of the palette. */
export interface Entry {
  readonly id: string
  readonly icon: IconName
  readonly title: string
  /** Where it is, or what it is. */
  readonly note: string
  /** The keys that do the same. */
  readonly keys?: string
  readonly act: () => void
}
