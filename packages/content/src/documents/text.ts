const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

/** The Markdown as written, including a byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

export function encodeText(markdown: string): Uint8Array {
  return encoder.encode(markdown)
}
