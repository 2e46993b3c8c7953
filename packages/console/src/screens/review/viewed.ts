import { keptValue } from '../../app/kept-value.ts'
import type { Changed } from '../changes/changed.ts'

/** By change request, what somebody has looked at in this browser. */
type Marks = Readonly<Record<string, Readonly<Record<string, string>>>>

const marks = keptValue<Marks>('stemma.viewed', {})

/** Which pages a reader has marked as viewed. Another change to a page takes its mark away. */
export function useViewed(changeRequestId: string) {
  const all = marks.useValue()
  const own = all[changeRequestId] ?? {}
  const isViewed = (item: Changed) => own[item.id] === stampOf(item)
  return {
    isViewed,
    toggle(item: Changed) {
      marks.set({ ...all, [changeRequestId]: { ...own, [item.id]: isViewed(item) ? '' : stampOf(item) } })
    },
  }
}

function stampOf({ kind, version, notes }: Changed): string {
  return JSON.stringify([kind, version, notes])
}
