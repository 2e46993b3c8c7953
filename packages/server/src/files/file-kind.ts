import { isUtf8 } from 'node:buffer'
import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type'
import { type Dimensions, dimensionsOf } from './image-dimensions.ts'
import { svgDimensionsOf, svgRootOf } from './svg.ts'
import { type SaidOfFile, textTypeOf } from './text-type.ts'

/** Detects the type of a file from its bytes. The declared type counts only if the bytes are inconclusive. */
export async function kindOf(bytes: Uint8Array, said: SaidOfFile): Promise<FileKind> {
  const sample = bytes.subarray(0, sampleBytes)
  const recognized = await recognize(sample)
  if (isText(bytes, sample)) return textKind(bytes, sample, recognized, said)
  const contentType = recognized ?? believable(said.claimed) ?? unknownType
  const dimensions = dimensionsOf(bytes, contentType)
  return { contentType, ...(dimensions && { dimensions }) }
}

export interface FileKind {
  readonly contentType: string
  readonly dimensions?: Dimensions
}

/** Enough to detect every type, and small enough that a malicious file can't cause much work. */
const sampleBytes = 64 * 1024
const unknownType = 'application/octet-stream'

/** Types that a browser could execute. */
const active = /\b(?:html|xhtml|xml|svg|javascript|ecmascript)\b/

async function recognize(sample: Uint8Array): Promise<string | undefined> {
  const found = await fileTypeFromBuffer(sample).catch(() => undefined)
  const type = found?.mime.split(';')[0]
  if (type === undefined || active.test(type)) return undefined
  return type === 'image/apng' ? 'image/png' : type
}

/** Checks all bytes, because text is served as UTF-8. */
function isText(bytes: Uint8Array, sample: Uint8Array): boolean {
  return isUtf8(bytes) && !bytes.includes(0) && !sample.some(isControl)
}

/**
 * Control characters, except those common in text (backspace to carriage return) and in colored logs
 * (escape).
 */
function isControl(byte: number): boolean {
  return (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) || byte === 0x7f
}

/** Binary types that consist of text. If the detector finds any other type in a text, it is a coincidence. */
const textual = ['application/pdf', 'application/postscript', 'application/eps', 'application/rtf']

function textKind(
  bytes: Uint8Array,
  sample: Uint8Array,
  recognized: string | undefined,
  said: SaidOfFile,
): FileKind {
  if (recognized && (textual.includes(recognized) || recognized.startsWith('text/'))) {
    return { contentType: recognized }
  }
  const start = new TextDecoder().decode(sample)
  const root = svgRootOf(start)
  if (root === undefined) return { contentType: textTypeOf(bytes, start, said) }
  const dimensions = svgDimensionsOf(root)
  return { contentType: 'image/svg+xml', ...(dimensions && { dimensions }) }
}

/** Ignores a declared type that the bytes would have shown, and types that a browser could execute. */
function believable(claimed: string | undefined): string | undefined {
  const type = claimed?.split(';')[0]?.trim().toLowerCase() ?? ''
  const isPlain = /^application\/(?:vnd\.|x-)[a-z\d.+-]{1,100}$/.test(type)
  return isPlain && !active.test(type) && !supportedMimeTypes.has(type) ? type : undefined
}
