import { gzipSync } from 'node:zlib'
import type { Attack } from './attack.ts'
import { unknown, zeros } from './attack.ts'
import { type Answer, command, flush, packet, receive, send, sendRaw, type Target } from './sending.ts'

/** Something that is sent, and what came back. */
export interface Sending {
  readonly name: string
  readonly send: (target: Target) => Promise<Answer>
}

/** Requests to push that git would not send. The push itself is a good one. */
export function badStreams(good: Attack): readonly Sending[] {
  const { tip, pack } = good
  const body = (name: string, ...parts: readonly Buffer[]): Sending => ({
    name,
    send: (target) => send(target, receive(Buffer.concat(parts))),
  })
  return [
    ...refs.map((ref) => body(`the ref ${JSON.stringify(ref.slice(0, 30))}`, command(tip, ref), flush, pack)),
    ...lengths.map((length) =>
      body(`a packet of length ${length}`, Buffer.from(length), command(tip), flush, pack),
    ),
    body('no flush', command(tip), pack),
    body('nothing after the commands', command(tip), flush),
    body('the end within a packet', command(tip).subarray(0, 50)),
    body('the end within a length', Buffer.from('00')),
    body('two refs', command(tip), command(tip, 'refs/heads/other'), flush, pack),
    body('the same ref twice', command(tip), command(tip), flush, pack),
    body(
      '5,000 refs',
      ...Array.from({ length: 5_000 }, (_, at) => command(tip, `refs/heads/b${at}`)),
      flush,
      pack,
    ),
    body('a ref that is deleted', command(zeros, 'refs/heads/main'), flush),
    body(
      'a certificate',
      packet('push-cert\0report-status\n'),
      packet('certificate version 0.1\n'),
      flush,
      pack,
    ),
    body(
      'IDs of SHA-256',
      packet(`${'a'.repeat(64)} ${'b'.repeat(64)} refs/for/main\0report-status`),
      flush,
      pack,
    ),
    body(
      'IDs in capitals',
      packet(`${zeros} ${tip.toUpperCase()} refs/for/main\0report-status`),
      flush,
      pack,
    ),
    body('no IDs', packet('refs/for/main\0report-status'), flush, pack),
    body(
      'empty packets',
      ...Array.from({ length: 2_000 }, () => Buffer.from('0004')),
      command(tip),
      flush,
      pack,
    ),
    body('shallow lines of nonsense', packet('shallow nonsense'), command(tip), flush, pack),
    ...options.map(([name, all]) =>
      body(name, command(tip, 'refs/for/main', 'report-status push-options'), flush, ...all, flush, pack),
    ),
    ...encodings(good),
    ...lies(good),
  ]
}

const refs = [
  ...['HEAD', 'refs/heads/x', 'main/x', '-x', 'a..b', 'a@{b', 'a b', '.a', 'a/.b', 'a/', 'a//b', '@'].map(
    (name) => `refs/heads/${name}`,
  ),
  ...[
    'refs/../x',
    'refs/heads/..',
    'refs/heads/main',
    'HEAD',
    'refs/for/main%00',
    'refs/for/other',
    'main',
    '',
  ],
  ...[
    'refs/for/main/../../x',
    'refs/for/main\n',
    'refs/heads/a\u0001b',
    '../../etc/passwd',
    '--upload-pack=x',
  ],
  ...[
    `refs/replace/${unknown}`,
    'refs/notes/commits',
    'refs/tags/v1',
    'refs/stemma/merged',
    'refs/heads/x.lock',
  ],
  ...[
    'refs/changes/999999/head',
    'refs/changes/3/head',
    'refs/changes/-1/head',
    `refs/heads/${'x'.repeat(10_000)}`,
  ],
  ...['refs/changes/1/head/../../2/head', 'refs/for/main ', 'objects/info/alternates', 'refs/for/\u202emain'],
]

const lengths = ['0001', '0002', '0003', 'fff1', 'ffff', 'zzzz', '-001', '0x10', '    ', '+010']

const option = (text: string) => packet(text)
const options: readonly (readonly [string, readonly Buffer[]])[] = [
  ['an option that is unknown', [option('ci.skip')]],
  ['10,000 options', Array.from({ length: 10_000 }, () => option('subject=x'))],
  ['options of 60 MB', Array.from({ length: 999 }, () => option(`x=${'y'.repeat(60_000)}`))],
  ['an option with a length that lies', [Buffer.from('ffffsubject=x')]],
]

function encodings({ tip, pack }: Attack): readonly Sending[] {
  const body = Buffer.concat([command(tip), flush, pack])
  const bomb = gzipSync(Buffer.concat([command(tip), flush, Buffer.alloc(300 * 1024 * 1024)]))
  const listBomb = gzipSync(Buffer.alloc(300 * 1024 * 1024, 'f'))
  const gzip = { 'content-encoding': 'gzip' }
  const sending = (name: string, headers: Readonly<Record<string, string>>, bytes: Buffer): Sending => ({
    name,
    send: (target) => send(target, receive(bytes, headers)),
  })
  return [
    sending('300 MB of zeros, compressed', gzip, bomb),
    sending('300 MB of letters, compressed', gzip, listBomb),
    sending('a body that is not compressed as it says', gzip, body),
    sending('a compressed body that is cut', gzip, gzipSync(body).subarray(0, -20)),
    sending('an encoding that is unknown', { 'content-encoding': 'br' }, gzipSync(body)),
    sending('another content type', { 'content-type': 'text/plain' }, body),
    sending('a form', { 'content-type': 'application/x-www-form-urlencoded' }, body),
    { name: 'a PUT', send: (target) => send(target, { ...receive(body), method: 'PUT' }) },
    { name: 'no token', send: (target) => send({ ...target, token: '' }, receive(body)) },
  ]
}

/** Bodies that never end, or that are not as long as they say. */
function lies({ tip, pack }: Attack): readonly Sending[] {
  const body = Buffer.concat([command(tip), flush, pack])
  const head = ({ path, token }: Target, more: string) =>
    Buffer.from(
      `POST ${path}/git-receive-pack HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: application/x-git-receive-pack-request\r\n${more}\r\n\r\n`,
    )
  const raw = (name: string, more: string, ...parts: readonly Buffer[]): Sending => ({
    name,
    send: (target) => sendRaw(target, [head(target, more), ...parts], 700),
  })
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
  const drops = Array.from({ length: 20 }, () => chunk(Buffer.of(0)))
  return [
    raw('a body that never ends', 'transfer-encoding: chunked', chunk(body.subarray(0, -30)), ...drops),
    raw(
      'packets that never end',
      'transfer-encoding: chunked',
      ...drops.map(() => chunk(Buffer.from('0004'))),
    ),
    raw('a chunk with a bad length', 'transfer-encoding: chunked', Buffer.from('zz\r\n'), body),
    raw('a body shorter than it says', `content-length: ${body.length + 100}`, body.subarray(0, -10)),
    raw('a body longer than it says', `content-length: ${body.length - 25}`, body),
    raw('a body without an end of 1 TB', 'content-length: 1099511627776', body.subarray(0, -10)),
    raw('two lengths', `content-length: 10\r\ncontent-length: ${body.length}`, body),
    raw('a length and chunks', `content-length: ${body.length}\r\ntransfer-encoding: chunked`, chunk(body)),
  ]
}
