import type { Hash } from './objects.ts'
import type { ComputedSource, GitBlob } from './pages/page-record.ts'

/** A file of a revision. Its bytes are stored elsewhere, under their hash. */
export interface FileRecord {
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly hash: Hash
  readonly dimensions?: { readonly width: number; readonly height: number }
  readonly git?: GitBlob
}

/** Content that several pages can include. */
export interface ReusableContentRecord {
  readonly title: string
  readonly document?: Hash
  readonly git?: GitBlob
  readonly computed?: ComputedSource
  readonly computedSeed?: string
}

export interface Records {
  readonly files: FileRecord
  readonly reusableContents: ReusableContentRecord
}
