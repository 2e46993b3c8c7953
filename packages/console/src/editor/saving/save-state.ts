import type { DocumentConflict } from '@stemma/content/documents'

/** Where the words of the person are. */
export type SaveState =
  | { readonly kind: 'saved'; readonly at?: Date }
  | { readonly kind: 'saving' }
  /** In this browser only, until the server answers or the person signs in again. */
  | { readonly kind: 'kept'; readonly reason: 'offline' | 'signed-out' }
  | { readonly kind: 'conflict'; readonly conflicts: readonly DocumentConflict[] }
  | { readonly kind: 'refused'; readonly message: string }
  /** Nowhere but on the screen: the browser doesn't store anything. */
  | { readonly kind: 'unkept'; readonly message: string }
