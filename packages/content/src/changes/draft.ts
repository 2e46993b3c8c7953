import type { Content } from '../content.ts'
import { ContentError } from '../errors.ts'
import type { ContentConflict } from '../merge/conflict.ts'
import type { Overlay } from '../overlay.ts'
import { editPages, type PageEdits } from '../pages/edit-pages.ts'
import type { Change, TouchedPage } from './change.ts'

/** Content while changes are applied to it; not visible to anyone until the last change is done. */
export interface Draft {
  readonly store: Overlay
  content: Content
  readonly now: string
  readonly refs: Refs
  /** By page ID, in the order in which pages were first touched. */
  readonly touched: Map<string, Touch>
  readonly newId: () => string
  /** The content of another revision; undefined if there is no such revision. */
  readonly contentOf: (revision: string | undefined) => Promise<Content | undefined>
  /** Those of changes that are based on an earlier revision. */
  readonly conflicts: ContentConflict[]
}

interface Touch {
  readonly existed: boolean
  exists: boolean
  /** Its text is not only what was sent. */
  isMerged?: boolean
}

export type Refs = ReadonlyMap<string, { readonly kind: 'page' | 'file'; readonly id: string }>

/**
 * Assigns an ID to every ref of the request before any change is applied, so that pages can link to later
 * ones.
 */
export function nameRefs(changes: readonly Change[], newId: () => string): Refs {
  const refs = new Map<string, { readonly kind: 'page' | 'file'; readonly id: string }>()
  const name = (ref: string | undefined, kind: 'page' | 'file') => {
    if (ref === undefined) return
    if (refs.has(ref))
      throw new ContentError('invalid', `The ref "${ref}" is there twice. Use each name once.`)
    refs.set(ref, { kind, id: newId() })
  }
  for (const change of changes) {
    if (change.operation === 'insert_page') name(change.ref, 'page')
    if (change.operation === 'insert_files') for (const { ref } of change.files) name(ref, 'file')
  }
  return refs
}

/** Sets and removes pages of the draft and records them as touched, in the order of `edits`. */
export async function edit(draft: Draft, edits: PageEdits, present: ReadonlySet<string>) {
  draft.content = await editPages(draft.store, draft.content, edits)
  for (const [id, page] of edits) {
    const touch = draft.touched.get(id) ?? { existed: present.has(id), exists: true }
    touch.exists = page !== undefined
    draft.touched.set(id, touch)
  }
}

export function touchedPages({ touched, refs }: Draft): TouchedPage[] {
  const refOf = new Map([...refs].map(([ref, { id }]) => [id, ref]))
  return [...touched].flatMap(([page, { existed, exists, isMerged }]): TouchedPage[] => {
    const ref = refOf.get(page)
    if (!existed) return exists ? [{ operation: 'created_page', page, ...(ref && { ref }) }] : []
    if (!exists) return [{ operation: 'deleted_page', page }]
    return [{ operation: 'updated_page', page, ...(isMerged && { merged: true }) }]
  })
}
