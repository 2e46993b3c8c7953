import type { ImportSource } from '@stemma/contract'
import type { Arrived } from '../../../importing/read-source.ts'
import { ImportRefusal } from '../../../importing/refusal.ts'
import type { SourceFile } from '../../../importing/source-page.ts'
import type { Outside } from '../../../outside/guarded-fetch.ts'

export interface FetchBounds {
  readonly bytesMax: number
  /** When all fetching must end, as a Unix time in milliseconds. */
  readonly deadline: number
}

/** Fetches one document or archive from its URL. */
export async function fetchArrived(
  outside: Outside,
  { url, source }: { readonly url: string; readonly source: ImportSource },
  bounds: FetchBounds,
): Promise<Arrived> {
  const asked = source === 'google-docs' ? downloadOf(url) : url
  const { bytes, url: address } = await fetchBytes(outside, asked, bounds)
  return { bytes, name: nameIn(address), address, source }
}

export async function fetchFile(outside: Outside, url: string, bounds: FetchBounds): Promise<SourceFile> {
  const { bytes, contentType, url: address } = await fetchBytes(outside, url, bounds)
  return { name: nameIn(address), bytes, claimed: contentType }
}

async function fetchBytes(outside: Outside, url: string, { bytesMax, deadline }: FetchBounds) {
  const timeoutMs = Math.min(fetchMs, deadline - Date.now())
  if (timeoutMs <= 0) throw new ImportRefusal('There was no time left for it. Bring it by an import run.')
  const answer = await outside.fetch(url, { bytesMax, timeoutMs })
  if (answer.status >= 200 && answer.status < 300) return answer
  throw new ImportRefusal(`This address answers ${answer.status}. Check that anybody can read it.`)
}

const fetchMs = 30_000

/** The URL of a Google document shows it in the editor. Its export is at another URL. */
function downloadOf(url: string): string {
  const id = /^https:\/\/docs\.google\.com\/document\/d\/([\w-]+)/.exec(url)?.[1]
  return id === undefined ? url : `https://docs.google.com/document/d/${id}/export?format=docx`
}

function nameIn(address: string): string {
  const last =
    new URL(address).pathname
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? ''
  try {
    return decodeURIComponent(last) || new URL(address).hostname
  } catch {
    return last
  }
}
