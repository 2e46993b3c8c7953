import type { Page } from '@stemma/contract'
import type { KeyboardEvent } from 'react'
import type { PageAction } from './page-menu.tsx'
import { findPage } from './place.ts'

const withAlt: Readonly<Record<string, PageAction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}
const alone: Readonly<Record<string, PageAction>> = { F2: 'rename', Delete: 'delete' }

/** What a key does to the page whose row has the focus. */
export function actionOf(event: KeyboardEvent, pages: readonly Page[]) {
  const { altKey, ctrlKey, metaKey, shiftKey, key, target } = event
  if (ctrlKey || metaKey || shiftKey || !(target instanceof HTMLElement)) return undefined
  const action = (altKey ? withAlt : alone)[key]
  const page = action && findPage(pages, target.closest<HTMLElement>('[role="row"]')?.dataset.key)
  return action && page && { action, page }
}
