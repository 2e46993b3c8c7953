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
  const { action, id } = pressedOn(event) ?? {}
  const page = action && findPage(pages, id)
  return action && page && { action, page }
}

/** What a key asks for in a tree, and the ID of the row that has the focus. */
export function pressedOn({ altKey, ctrlKey, metaKey, shiftKey, key, target }: KeyboardEvent) {
  if (ctrlKey || metaKey || shiftKey || !(target instanceof HTMLElement)) return undefined
  const name = `${altKey ? 'alt+' : ''}${key.toLowerCase()}`
  const id = target.closest<HTMLElement>('[role="row"]')?.dataset.key
  return isPageKey(name) && id !== undefined ? { action: actions[name], id } : undefined
}

function isPageKey(name: string): name is PageKey {
  return Object.hasOwn(actions, name)
}
