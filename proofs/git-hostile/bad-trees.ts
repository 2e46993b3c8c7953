import { type Packed, packed, packedTree, type TreeItem } from '../../packages/server/src/test/packs.ts'
import { type Attack, type Known, pushOfItems, pushOfTree, unknown, zeros } from './attack.ts'

/** Trees of files that no space can have. */
export function badTrees(known: Known, isShort: boolean): readonly Attack[] {
  const items = (name: string, ...all: readonly TreeItem[]) => pushOfItems(known, name, all, text)
  return [
    ...names.map((name) => items(`the name ${JSON.stringify(String(name)).slice(0, 40)}`, file(name))),
    ...modes.map((mode) => items(`the mode ${mode}`, [mode, 'a.md', text.id])),
    ...pairs.map(([one, other]) => items(`${one} beside ${other}`, file(one), file(other))),
    items('a link', ['120000', 'a.md', text.id]),
    items('a submodule', ['160000', 'a.md', unknown]),
    items('a submodule of another space', ['160000', 'a.md', known.foreign.commit]),
    items('an ID of zeros', ['100644', 'a.md', zeros]),
    items('an object that is missing', ['100644', 'a.md', unknown]),
    items('a file of another space', ['100644', 'a.md', known.foreign.blob]),
    // Whoever may push may read drafts.
    { ...items('a file of a draft', ['100644', 'a.md', known.draft]), isHarmless: true },
    items('a folder of another space', ['40000', 'a', known.foreign.tree]),
    items('a commit as a file', ['100644', 'a.md', known.main]),
    items('a commit as a folder', ['40000', 'a', known.main]),
    items('a file as a folder', ['40000', 'a', text.id]),
    ...contents.map(([name, path, bytes]) => {
      const blob = packed('blob', bytes)
      return pushOfItems(known, name, [['100644', path, blob.id]], blob)
    }),
    inFolder(known, 'a link in a folder', ['120000', 'a.md', text.id]),
    inFolder(known, '.git in a folder', file('.git')),
    nested(known, 201, 1),
    nested(known, isShort ? 2_000 : 20_000, 1),
    nested(known, 30, 9),
    wide(known, 250_001),
    ...(isShort ? [] : [wide(known, 1_000_000)]),
  ]
}

const text = packed('blob', 'A text\n')
const file = (name: string | Buffer): TreeItem => ['100644', name, text.id]

/** Spellings of `.git` on file systems that ignore case, code points or endings, and other bad names. */
const names = [
  ...['.git', '.GIT', '.Git', 'git~1', 'GIT~1', '.git ', '.git.', '.git. .', '.git::$INDEX_ALLOCATION'],
  ...['.g\u200cit', '.\u200dgit', '.git\ufeff', '.gi\u206at', '.gitmodules', '.gitattributes', '.gitignore'],
  ...['.GITMODULES', 'gitmod~1', 'gi7eba~1', '.g\u200citmodules', '.gitmodules .', '.git\\hooks', '..\\a.md'],
  ...[
    '..',
    '.',
    '',
    'a/b.md',
    '/a.md',
    '../a.md',
    'a\\b.md',
    'a\nb.md',
    'a\u0001.md',
    'a\u007f.md',
    'a\u0085.md',
  ],
  ...['x'.repeat(300), 'x'.repeat(5_000), Buffer.of(0x61, 0xff, 0x2e, 0x6d, 0x64)],
]

const modes = ['0', '100', '170000', '100777777', '40755', '140000', '-100644', '0100644', '20000']

/** Names that are one name on some computers. */
const pairs = [
  ['A.md', 'a.md'],
  ['Guide.md', 'guide.md'],
  ['e\u0301.md', '\u00e9.md'],
  ['a.md', 'a.md'],
  ['b.md', 'a.md'],
  ['\u00c9.md', '\u00e9.md'],
] as const

const contents = [
  ['a pointer of Git LFS', 'a.png', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n'],
  ['a page that is not UTF-8', 'a.md', Buffer.of(0x61, 0xff, 0xfe)],
  ['a page with a NUL', 'a.md', 'a\0b'],
  ['submodules with a command', '.gitmodules', '[submodule "a"]\n\tpath = a\n\turl = -u./payload\n'],
  ['submodules outside', '.gitmodules', '[submodule "../../a"]\n\tpath = a\n\turl = https://example.com\n'],
  ['attributes', '.gitattributes', `${'a'.repeat(3_000)} filter=x\n`],
] as const

function inFolder(known: Known, name: string, item: TreeItem): Attack {
  const folder = packedTree([item])
  return pushOfItems(known, name, [['40000', 'folder', folder.id]], folder, text)
}

/** Folders in each other, each several times in the one above. */
function nested(known: Known, levels: number, times: number): Attack {
  const folders: Packed[] = [packedTree([file('a.md')])]
  for (let level = 1; level < levels; level++) {
    const below = folders.at(-1)?.id ?? ''
    folders.push(packedTree(Array.from({ length: times }, (_, at) => ['40000', `f${at}`, below] as const)))
  }
  const [root = text, ...others] = folders.reverse()
  return pushOfTree(known, `${levels} levels of folders, each ${times} times`, root, ...others, text)
}

function wide(known: Known, count: number): Attack {
  const all = Array.from({ length: count }, (_, at) => file(`${1_000_000 + at}.md`))
  return pushOfItems(known, `${count} files in a folder`, all, text)
}
