import type { Page } from '@stemma/contract'
import type { KeyboardEvent } from 'react'
import type { PageKey } from '../../app/shortcut-table.ts'
import type { PageAction } from './page-menu.tsx'
import { findPage } from './place.ts'

const actions: Readonly<Record<PageKey, PageAction>> = {
  'alt+arrowup': 'up',
  'alt+arrowdown': 'down',
  'alt+arrowright': 'in',
  'alt+arrowleft': 'out',
  f2: 'rename',
  delete: 'delete',
}

/** What a key does to the page whose row has the focus. */
export function actionOf(event: KeyboardEvent, pages: readonly Page[]) {
  const { altKey, ctrlKey, metaKey, shiftKey, key, target } = event
  if (ctrlKey || metaKey || shiftKey || !(target instanceof HTMLElement)) return undefined
  const name = `${altKey ? 'alt+' : ''}${key.toLowerCase()}`
  const action = isPageKey(name) ? actions[name] : undefined
  const page = action && findPage(pages, target.closest<HTMLElement>('[role="row"]')?.dataset.key)
  return action && page && { action, page }
}

function isPageKey(name: string): name is PageKey {
  return Object.hasOwn(actions, name)
}
