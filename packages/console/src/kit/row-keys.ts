import type { RefObject } from 'react'
import { useShortcuts } from '../app/shortcuts.ts'

/** `j` and `k` go through the links of a list that are marked as rows; Enter opens one, as any link. */
export function useRowKeys(list: RefObject<HTMLElement | null>) {
  const go = (by: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLElement)
    const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1)
    rows[next]?.focus()
    rows[next]?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts('rows', { j: () => go(1), k: () => go(-1) })
}
