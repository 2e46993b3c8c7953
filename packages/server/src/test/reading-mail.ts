/** A mail as its recipient's program reads it. */
export interface ReceivedMail extends ReadMail {
  readonly recipients: readonly string[]
  readonly isEncrypted: boolean
}

export interface ReadMail {
  readonly headers: ReadonlyMap<string, string>
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly source: string
}

export function readMail(source: string): ReadMail {
  const { headers, body } = splitPart(source)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? ''
  const parts = body.split(`--${boundary}`).slice(1, -1).map(splitPart)
  const partOf = (type: string) => {
    const part = parts.find((one) => one.headers.get('content-type')?.startsWith(type))
    return part === undefined ? '' : decoded(part)
  }
  const subject = wordsIn(headers.get('subject') ?? '')
  return { headers, subject, text: partOf('text/plain'), html: partOf('text/html'), source }
}

interface Part {
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

function splitPart(source: string): Part {
  const [head = '', ...rest] = source.trimStart().split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
  return { headers, body: rest.join('\r\n\r\n') }
}

function decoded({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? quoted(body.replaceAll(/=\r\n/g, '')) : body
}

function quoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** Words of a header that are not ASCII: =?UTF-8?B?…?= or =?UTF-8?Q?…?= */
function wordsIn(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, form, word) =>
      form.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : quoted(word.replaceAll('_', ' ')),
    )
}
