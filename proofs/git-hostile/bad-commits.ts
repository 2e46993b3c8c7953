import { packed, packedCommit, packedTree, packOf } from '../../packages/server/src/test/packs.ts'
import { type Attack, type Known, unknown, zeros } from './attack.ts'

const text = packed('blob', 'Another text\n')
const tree = packedTree([['100644', 'guide.md', text.id]])

/** Commits that are none, that claim a history, or that say strange things. */
export function badCommits(known: Known): readonly Attack[] {
  const { main, foreign } = known
  const good = 'A <a@example.com> 1700000000 +0000'
  const lines = (...all: readonly string[]) => `${all.join('\n')}\n\nA message\n`
  const [ofTree, ofMain] = [`tree ${tree.id}`, `parent ${main}`]
  const [author, committer] = [`author ${good}`, `committer ${good}`]
  const broken: readonly (readonly [string, string | Buffer])[] = [
    ['a commit without a tree', lines(ofMain, author, committer)],
    ['a commit without an author', lines(ofTree, ofMain, committer)],
    ['a commit without a committer', lines(ofTree, ofMain, author)],
    ['a commit with two authors', lines(ofTree, ofMain, author, author, committer)],
    ['a commit with its lines in another order', lines(ofMain, ofTree, author, committer)],
    ['a commit without anything', ''],
    ['a commit with a NUL in its header', lines(ofTree, ofMain, `author A\0 ${good}`, committer)],
    ['a commit with a NUL in its message', `${lines(ofTree, ofMain, author, committer)}\0`],
    ['an author without an address', lines(ofTree, ofMain, 'author A 1700000000 +0000', committer)],
    ['an author without a name or space', lines(ofTree, ofMain, 'author A<a@b> 1 +0000', committer)],
    ['an author without a date', lines(ofTree, ofMain, 'author A <a@b>', committer)],
    ['a date beyond all dates', lines(ofTree, ofMain, `author A <a@b> ${'9'.repeat(30)} +0000`, committer)],
    ['a date with a sign', lines(ofTree, ofMain, 'author A <a@b> -5 +0000', committer)],
    ['a date with a zero', lines(ofTree, ofMain, 'author A <a@b> 05 +0000', committer)],
    ['a bad time zone', lines(ofTree, ofMain, 'author A <a@b> 5 +00', committer)],
    ['a tree that is none', lines(`tree ${text.id}`, ofMain, author, committer)],
    ['a tree that is no ID', lines('tree HEAD', ofMain, author, committer)],
    ['a tree that is missing', lines(`tree ${unknown}`, ofMain, author, committer)],
    ['a tree of another space', lines(`tree ${foreign.tree}`, ofMain, author, committer)],
    ['a parent that is missing', lines(ofTree, `parent ${unknown}`, author, committer)],
    ['a parent that is a file', lines(ofTree, `parent ${text.id}`, author, committer)],
    ['a parent of another space', lines(ofTree, `parent ${foreign.commit}`, author, committer)],
    [
      'a parent of another space beside main',
      lines(ofTree, ofMain, `parent ${foreign.commit}`, author, committer),
    ],
    ['a parent of zeros', lines(ofTree, `parent ${zeros}`, author, committer)],
    ['a parent that is no ID', lines(ofTree, 'parent refs/heads/main', author, committer)],
    ['a history of its own', lines(ofTree, author, committer)],
    ['a message of 2 MB', lines(ofTree, ofMain, author, committer) + 'x'.repeat(2 * 1024 * 1024)],
  ]
  const objects = [tree.bytes, text.bytes]
  return [
    ...broken.map(([name, bytes]) => {
      const commit = packed('commit', bytes)
      return { name, tip: commit.id, pack: packOf([commit.bytes, ...objects]) }
    }),
    ...harmless(known),
    ...tips(known),
    tooMany(known),
  ]
}

/** Git accepts these. They can become a change request, if they do no harm. */
function harmless({ main }: Known): readonly Attack[] {
  const commits: readonly (readonly [string, Buffer])[] = [
    ['an author that is not UTF-8', Buffer.of(0xff, 0xfe, 0x80)],
    ['an author with control characters', Buffer.from('A\u0007\u001b[31m')],
    ['an author with a very long name', Buffer.from('A'.repeat(100_000))],
  ]
  return commits.map(([name, author]) => {
    const head = `tree ${tree.id}\nparent ${main}\n`
    const person = (field: string) => Buffer.concat([Buffer.from(`${field} `), author, Buffer.from(rest)])
    const rest = ' <a@example.com> 1700000000 +0000\n'
    const bytes = Buffer.concat([
      Buffer.from(head),
      person('author'),
      person('committer'),
      Buffer.from('\n\n'),
    ])
    const commit = packed('commit', bytes)
    const pack = packOf([commit.bytes, tree.bytes, text.bytes])
    return { name, tip: commit.id, pack, isHarmless: true }
  })
}

function tips({ main, foreign, draft }: Known): readonly Attack[] {
  const of = (object: string, type: string) =>
    packed('tag', `object ${object}\ntype ${type}\ntag x\ntagger A <a@example.com> 1 +0000\n\nx\n`)
  const tag = of(main, 'commit')
  const ofForeign = of(foreign.commit, 'commit')
  return [
    { name: 'a tag', tip: tag.id, pack: packOf([tag.bytes]) },
    { name: 'a tag of a commit of another space', tip: ofForeign.id, pack: packOf([ofForeign.bytes]) },
    { name: 'a folder as the tip', tip: tree.id, pack: packOf([tree.bytes, text.bytes]) },
    { name: 'a file as the tip', tip: text.id, pack: packOf([text.bytes]) },
    { name: 'a tip that is missing', tip: unknown, pack: packOf([]) },
    { name: 'a commit of another space as the tip', tip: foreign.commit, pack: packOf([]) },
    { name: 'a file of a draft as the tip', tip: draft, pack: packOf([]) },
  ]
}

function tooMany({ main }: Known): Attack {
  const commits = [packedCommit(tree.id, [main])]
  while (commits.length <= 200) commits.push(packedCommit(tree.id, [commits.at(-1)?.id ?? '']))
  const pack = packOf([tree, text, ...commits].map(({ bytes }) => bytes))
  return { name: '201 commits', tip: commits.at(-1)?.id ?? '', pack }
}
