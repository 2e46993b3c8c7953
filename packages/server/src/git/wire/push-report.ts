import { flush, onBand, packet } from './packets.ts'
import type { PushRequest } from './push-request.ts'

/**
 * The refs that a client can push to, as it asks for them first, and other commits that the server has. A
 * client sends nothing that those it knows contain.
 */
export function advertisePush(refs: ReadonlyMap<string, string>, known: readonly string[]): Buffer {
  const all = [...[...refs].map(([ref, oid]) => `${oid} ${ref}`), ...known.map((oid) => `${oid} .have`)]
  const lines = all.map((line, at) => packet(`${line}${at === 0 ? `\0${capabilities.join(' ')}` : ''}\n`))
  return Buffer.concat([packet('# service=git-receive-pack\n'), flush, ...lines, flush])
}

/** `delete-refs` is among them so that a client gets to know why it can't. */
const capabilities = [
  'report-status',
  'report-status-v2',
  'delete-refs',
  'side-band-64k',
  'quiet',
  'ofs-delta',
  'push-options',
  'object-format=sha1',
  'agent=stemma',
]

/** What became of each ref, and what git shows to its user. */
export interface PushReport {
  readonly refs: readonly PushedRef[]
  readonly messages: readonly string[]
}

type PushedRef = { readonly ref: string } & (
  | { readonly refused: string }
  /** The ref that stands for what was pushed, if it is another one. */
  | { readonly name: string }
)

export function printReport({ refs, messages }: PushReport, asked: PushRequest): Buffer {
  const has = (name: string) => asked.capabilities.has(name)
  const lines = refs.flatMap((one) => {
    if ('refused' in one) return [`ng ${one.ref} ${oneLine(one.refused)}\n`]
    const isRenamed = one.name !== one.ref && has('report-status-v2')
    return [`ok ${one.ref}\n`, ...(isRenamed ? [`option refname ${one.name}\n`] : [])]
  })
  const isWanted = has('report-status') || has('report-status-v2')
  const report = isWanted ? Buffer.concat([...['unpack ok\n', ...lines].map(packet), flush]) : Buffer.alloc(0)
  if (!has('side-band-64k')) return report
  const shown = messages.map((message) => `${message}\n`).join('')
  return Buffer.concat([...onBand(2, Buffer.from(shown)), ...onBand(1, report), flush])
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}
