import fc from 'fast-check'
import { hashOf } from '../objects.ts'
import type { PageRecord } from '../pages/page-record.ts'
import { chosenSlug } from '../pages/slug.ts'
import type { FileRecord, ReusableContentRecord } from '../records.ts'

/** Records of contents with everything that is hard to write as files: names, links, line ends, places. */
export const treeContents = fc
  .record({
    pages: fc.array(
      fc.record({
        slug: fc.constantFrom(...slugs()),
        title: fc.constantFrom('A', 'B [b]', 'C *c* \\ `d`', 'Über #1', 'x\ny', '長い', '## D', 'E  e'),
        kind: fc.constantFrom('document', 'document', 'document', 'document', 'group', 'link', 'computed'),
        parent: fc.nat(10),
        rank: fc.nat(20),
        path: fc.constantFrom(undefined, undefined, undefined, ...paths()),
        text: fc.array(fc.constantFrom(...lines()), { maxLength: 5 }),
        end: fc.constantFrom('\n', '\r\n'),
        mark: fc.constantFrom('', '', '\uFEFF'),
      }),
      { maxLength: 9 },
    ),
    files: fc.array(
      fc.record({ name: fc.constantFrom('a.png', 'A.png', 'b c.pdf', '.x'), path: fc.boolean() }),
      {
        maxLength: 3,
      },
    ),
    includes: fc.array(fc.constantFrom('Part', 'part', 'Über'), { maxLength: 2 }),
    variables: fc.dictionary(fc.constantFrom('name', 'other name', 'version'), fc.string({ maxLength: 5 })),
  })
  .map(recordsOf)

function slugs() {
  return [
    'a',
    'A',
    'b',
    'b.md',
    '.git',
    'con',
    'summary',
    'x:y',
    'a-b',
    'ü',
    'README',
    'index',
    '長',
    'git~1',
  ]
}

function paths() {
  return [
    'README.md',
    'a.md',
    'docs/A b.md',
    'a/README.md',
    '.git/x.md',
    'SUMMARY.md',
    'x/../y.md',
    'docs/index.md',
  ]
}

function lines() {
  return [
    '# Title',
    'Words.',
    '[one](/pages/p1) and [again](/pages/p1#part)',
    '[two](./a.md) [three](../b.md#x) [four](a/b.md)',
    '![picture](/files/f0) <img src="/files/f1" alt="x">',
    '{% include "/reusable-contents/r0" %}',
    '{% content-ref url="/pages/p2" %}',
    '[x]: /pages/p0 "Title"',
    '[x] [gone](/pages/nowhere) [out](https://example.com/a.md) [here](#here)',
    '| a | b |',
    '* [in a list](</pages/p3>)',
  ]
}

interface Made {
  readonly pages: readonly {
    readonly slug: string
    readonly title: string
    readonly kind: string
    readonly parent: number
    readonly rank: number
    readonly path: string | undefined
    readonly text: readonly string[]
    readonly end: string
    readonly mark: string
  }[]
  readonly files: readonly { readonly name: string; readonly path: boolean }[]
  readonly includes: readonly string[]
  readonly variables: Readonly<Record<string, string>>
}

const time = '2026-01-01T00:00:00.000Z'

function recordsOf({ pages: made, files, includes, variables }: Made) {
  const pages = new Map<string, PageRecord>()
  const texts = new Set<string>(['Part [a](/pages/p0)\n'])
  const taken = new Set<string>()
  for (const [at, { title, kind, parent, rank, path, text, end, mark, slug }] of made.entries()) {
    const above = kind === 'group' ? undefined : [...pages].filter(([, { type }]) => isFolder(type))[parent]
    const key = above?.[0] ?? ''
    const ranked = `${String.fromCharCode(65 + rank)}${String.fromCharCode(66 + at)}`
    const common = { title, parent: key, rank: ranked, createdAt: time, updatedAt: time }
    const own = taken.has(`${key}/${slug}`) ? `${slug}-${at}` : (chosenSlug(slug) ?? 'x')
    taken.add(`${key}/${own}`)
    const markdown = mark + text.join(end) + end
    if (kind === 'document') {
      texts.add(markdown)
      const git = path === undefined ? {} : { git: { oid: '', path } }
      pages.set(`p${at}`, { type: 'document', slug: own, document: hashOf(markdown), ...git, ...common })
    } else if (kind === 'group') pages.set(`p${at}`, { type: 'group', slug: own, ...common })
    else if (kind === 'link') pages.set(`p${at}`, { type: 'link', target: targetOf(at), ...common })
    else pages.set(`p${at}`, { type: 'computed', computed: { type: 'x', props: {} }, ...common })
  }
  const part = { document: hashOf('Part [a](/pages/p0)\n') }
  return {
    pages,
    files: new Map(files.map((file, at) => [`f${at}`, fileOf(file, at)])),
    reusableContents: new Map<string, ReusableContentRecord>(
      includes.map((title, at) => [`r${at}`, { title, ...part }]),
    ),
    variables: new Map(Object.entries(variables)),
    texts: [...texts],
  }
}

function isFolder(type: PageRecord['type']): boolean {
  return type === 'document' || type === 'group'
}

function targetOf(at: number) {
  if (at % 3 === 0) return { kind: 'url', url: 'https://example.com/(a b)' } as const
  return at % 3 === 1
    ? ({ kind: 'page', page: 'p0' } as const)
    : ({ kind: 'anchor', page: 'p0', anchor: 'a b' } as const)
}

function fileOf({ name, path }: Made['files'][number], at: number): FileRecord {
  const git = path ? { git: { oid: '', path: `images/${at}/${name}` } } : {}
  return { name, contentType: 'image/png', size: 4, hash: hashOf(`file ${at}`), ...git }
}
