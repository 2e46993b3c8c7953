import type { Known } from './attack.ts'
import { type Answer, flush, packet, type Request, send, type Target } from './sending.ts'

/** A request for something that its sender may not read. */
export interface ForeignRead {
  readonly name: string
  /** Others may read it. */
  readonly isOfDrafts?: boolean
  readonly send: (target: Target) => Promise<Answer>
}

/** Wants of objects by their IDs, in each version of the protocol, and files of the repository by URL. */
export function foreignReads(known: Known, refused: readonly string[]): readonly ForeignRead[] {
  const { foreign, main, drafts } = known
  const ids = [...Object.entries(foreign), ...refused.map((id) => ['refused push', id] as const)]
  const ofDrafts = Object.entries(drafts)
  return [
    ...readsOf(main, ids),
    ...[...readsOf(main, ofDrafts), asking('all refs', listing)].map((one) => ({ ...one, isOfDrafts: true })),
    asking('a ref of a change request', second('fetch', 'want-ref refs/changes/1/head', 'done')),
    asking('a bundle', second('bundle-uri')),
    ...paths.map((path) => asking(`the file ${path}`, { path })),
  ]
}

const asking = (name: string, request: Request): ForeignRead => ({
  name,
  send: (target) => send(target, request),
})

function readsOf(main: string, ids: readonly (readonly [string, string])[]): readonly ForeignRead[] {
  return [
    ...ids.flatMap(([kind, id]) =>
      [0, 1, 2].map((version) => asking(`version ${version} wants a ${kind}`, wanting(version, id))),
    ),
    ...ids.map(([kind, id]) => asking(`version 0 wants a ${kind} beside main`, wanting(0, main, id))),
    ...ids.map(([kind, id]) => asking(`the size of a ${kind}`, second('object-info', 'size', `oid ${id}`))),
  ]
}

const listing = second('ls-refs', 'peel', 'symrefs', 'ref-prefix refs/changes/', 'ref-prefix refs/heads/fix')

function wanting(version: number, ...ids: readonly string[]): Request {
  if (version === 2) return second('fetch', ...ids.map((id) => `want ${id}`), 'done')
  const wants = ids.map((id, at) => packet(`want ${id}${at === 0 ? ' side-band-64k ofs-delta' : ''}\n`))
  const headers = version === 1 ? { 'git-protocol': 'version=1' } : {}
  return upload(Buffer.concat([...wants, flush, packet('done\n')]), headers)
}

function second(name: string, ...args: readonly string[]): Request {
  const parts = args.map((one) => packet(`${one}\n`))
  const body = [
    packet(`command=${name}\n`),
    packet('object-format=sha1\n'),
    Buffer.from('0001'),
    ...parts,
    flush,
  ]
  return upload(Buffer.concat(body), { 'git-protocol': 'version=2' })
}

function upload(body: Buffer, headers: Readonly<Record<string, string>>): Request {
  const type = { 'content-type': 'application/x-git-upload-pack-request' }
  return { path: '/git-upload-pack', headers: { ...type, ...headers }, body }
}

const paths = [
  ...[
    '/HEAD',
    '/config',
    '/info/refs',
    '/objects/info/alternates',
    '/objects/info/packs',
    '/objects/info/http-alternates',
  ],
  ...[
    '/info/grafts',
    '/info/refs?service=git-upload-archive',
    '/refs/heads/main',
    '/packed-refs',
    '/objects/pack/',
  ],
  ...[
    '/../main.git/config',
    '/%2e%2e/%2e%2e/config',
    '/..%2f..%2fconfig',
    '/git-upload-archive',
    '/info/refs?service=',
  ],
]

/** Whether an answer has objects, refs that are hidden, or a file. */
export function isRead({ status, body }: Answer): boolean {
  const text = body.toString('latin1')
  if (status !== 200) return false
  return (
    /PACK\0\0\0|refs\/changes\/|refs\/heads\/fix|\n[\da-f]{40} \d+|ref: refs|\[core\]/.test(text) ||
    !/^[\da-f]{4}/.test(text)
  )
}
