import type { PageRecord } from '../pages/page-record.ts'
import { slugOf } from '../pages/slug.ts'
import type { FileRecord, ReusableContentRecord } from '../records.ts'
import { safeFileName } from './names.ts'
import { type Claim, type Claims, isPageFile, isTreePath } from './paths.ts'

export interface Placed {
  readonly id: string
  readonly record: PageRecord
  /** The path of its folder, and of its file without the ending. */
  readonly folder: string
}

/** The paths that objects want, and those that they were given. */
export function pageClaim({ id, record, folder }: Placed): Claims {
  if (record.type !== 'document') return []
  const given = record.git?.path
  const isGiven = given !== undefined && isPageFile(given)
  return [{ target: `pages/${id}`, id, wanted: `${folder}.md`, given: isGiven ? given : undefined }]
}

export function includeClaim(id: string, { title, document, git }: ReusableContentRecord): Claims {
  if (document === undefined) return []
  const given = git?.path?.startsWith(includesFolder) && isPageFile(git.path) ? git.path : undefined
  return [{ target: `reusable-contents/${id}`, id, wanted: `${includesFolder}${slugOf(title)}.md`, given }]
}

export const includesFolder = '.gitbook/includes/'
const assetsFolder = '.gitbook/assets/'

export function fileClaim(id: string, { name, git }: FileRecord): Claim {
  const isGiven = git !== undefined && isTreePath(git.path) && !isPageFile(git.path)
  return {
    target: `files/${id}`,
    id,
    wanted: assetsFolder + safeFileName(name),
    given: isGiven ? git.path : undefined,
  }
}
