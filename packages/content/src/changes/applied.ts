import { type Content, encodeContent } from '../content.ts'
import type { ContentConflict } from '../merge/conflict.ts'
import type { Hash, StoredObject } from '../objects.ts'
import type { Overlay } from '../overlay.ts'
import type { FileRecord } from '../records.ts'
import type { TouchedPage } from './change.ts'
import { reachable } from './reachable.ts'

/** The result of applying changes: new content that has not been written to the store yet. */
export interface Applied {
  readonly content: Content
  readonly root: Hash
  /** Exactly the objects that the new content needs and the store does not have yet. */
  readonly objects: readonly StoredObject[]
  readonly touched: readonly TouchedPage[]
  /** The texts of the touched pages and reusable contents, by page or reusable content ID. */
  readonly documents: ReadonlyMap<string, Hash>
  readonly insertedFiles: readonly InsertedFileRecord[]
}

export interface AppliedChanges extends Applied {
  /** If there are any, the changes that conflict are not in the content. */
  readonly conflicts: readonly ContentConflict[]
}

export type InsertedFileRecord = FileRecord & { readonly id: string; readonly ref?: string }

export function appliedOf(
  store: Overlay,
  content: Content,
  outcome: Pick<Applied, 'touched' | 'documents' | 'insertedFiles'>,
): Applied {
  const root = encodeContent(content)
  const documents = [...outcome.documents.values()]
  return { content, root: root.hash, objects: reachable(root, content, { store, documents }), ...outcome }
}
