import { ApiError } from '../common/errors.ts'
import { safeNameOf } from './file-name.ts'
import { expiringTokens } from './signature.ts'

/** The target of an export URL: one revision, which never changes. */
export interface Exported {
  readonly spaceId: string
  readonly revisionId: string
  readonly layout: 'stemma' | 'files'
}

/** Signed URLs that return content as a ZIP file until they expire. The URL itself is the permission. */
export function exportAddresses({ key, baseUrl }: { readonly key: Uint8Array; readonly baseUrl: string }) {
  const tokens = expiringTokens(key, 'stemma export address 1')
  return {
    urlOf({ spaceId, revisionId, layout }: Exported, title: string, now: string): string {
      const name = safeNameOf(`${title || 'space'}.zip`)
      const words = layout === 'files' ? [spaceId, revisionId, layout] : [spaceId, revisionId]
      return `${baseUrl}/~exports/${tokens.tokenOf(words, now)}/${encodeURIComponent(name)}`
    },

    exportedAt(token: string, now: string): Exported {
      const words = tokens.wordsIn(token, now)
      if (words === 'expired')
        throw new ApiError('not_found', 'This URL has expired. Request the export again to get a new one.')
      const [spaceId, revisionId, layout] = words ?? []
      if (spaceId !== undefined && revisionId !== undefined)
        return { spaceId, revisionId, layout: layout === 'files' ? 'files' : 'stemma' }
      throw new ApiError('not_found', 'There is no such export. Check the URL.')
    },
  }
}

export type ExportAddresses = ReturnType<typeof exportAddresses>
