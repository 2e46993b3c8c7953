import { type Reference, referenceOf } from '@stemma/site'
import type { Context } from '../../../common/context.ts'
import { type SizedCache, sizedCache } from '../../../common/sized-cache.ts'
import { drawnBytesMax, latestVersion } from '../../integrations/openapi-specs/index.ts'

/** The last version of an API description, as pages are drawn from it. */
export interface OpenReference {
  readonly reference: Reference
  readonly specId: string
}

/** API descriptions by version, so that none is read twice. */
export interface References {
  readonly kept: SizedCache<Reference>
  /** Those that are being read: requests that come meanwhile wait for the same. */
  readonly reading: Map<string, Promise<Reference | undefined>>
}

export function openReferences(bytesMax: number): References {
  const bytes = Math.max(bytesMax, heapPerByte * drawnBytesMax)
  return { kept: sizedCache(bytes, bytes), reading: new Map() }
}

/** What a document needs in memory, for each byte of its JSON. */
const heapPerByte = 3

/** `undefined` if there is no such description, or it is too large. */
export async function openReference(
  context: Context,
  { kept, reading }: References,
  specSlug: string,
): Promise<OpenReference | undefined> {
  const version = await latestVersion(context, { organizationId: context.home, specSlug })
  if (version === undefined) return undefined
  const { id, specId, read } = version
  const known = kept.get(id)
  if (known !== undefined) return { reference: known, specId }
  const started = reading.get(id) ?? readNow()
  const reference = await started
  return reference && { reference, specId }

  function readNow() {
    const begun = read()
      .then((found) => {
        if (found === undefined) return undefined
        const made = referenceOf(found.document)
        kept.set(id, made, heapPerByte * found.bytes)
        return made
      })
      .finally(() => reading.delete(id))
    reading.set(id, begun)
    return begun
  }
}
