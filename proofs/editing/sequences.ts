import assert from 'node:assert/strict'
import {
  type Block,
  type DocumentLeaf,
  type DocumentNode,
  mergeDocuments,
  parseDocument,
  printDocument,
} from '@stemma/content/documents'
import { type Base, blockFrom, blocksOf, editingPlugins, open, resync, save, toSource } from '@stemma/editing'
import fc from 'fast-check'
import { undo, undoDepth } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { Transform } from 'prosemirror-transform'
import { trees } from '../../packages/content/src/test/trees.ts'
import {
  changedSource,
  editSource,
  type Operation,
  operations,
  perform,
  run,
  type Session,
  smallOperations,
} from './operations.ts'
import type { Text } from './texts.ts'

const partLength = 800
const lengthMax = 3000

export interface Counts {
  sequences: number
  operations: number
  saves: number
  /** Saves after which a block is shown as source. */
  unwritable: number
  /** Pairs of edits in different blocks that were merged. */
  merges: number
}

export interface Sequence {
  readonly text: string
  readonly operations: readonly Operation[]
  /** What two people do at once, each in another block. */
  readonly ours: Operation
  readonly theirs: Operation
}

/** Random work on texts that stay the same, so that a seed does too, and on generated ones. */
export function sequences(texts: readonly Text[]): fc.Arbitrary<Sequence> {
  return fc.record({
    text: fc.oneof({ weight: 3, arbitrary: partsOf(texts) }, { weight: 1, arbitrary: generated }),
    operations: fc.array(operations(), { minLength: 1, maxLength: 12 }),
    ours: smallOperations(),
    theirs: smallOperations(),
  })
}

const generated = trees()
  .map((tree) => printDocument(tree))
  .filter(({ length }) => length <= lengthMax)

/** Some successive blocks of a text, because a text of a million characters is no better a test. */
function partsOf(texts: readonly Text[]): fc.Arbitrary<string> {
  const parts = texts.flatMap(({ markdown }) => cutAt(markdown, parseDocument(markdown).blocks))
  return fc.constantFrom(...parts.filter(({ length }) => length <= lengthMax))
}

/** A text as parts of about a thousand characters, each of which begins with a block. */
function cutAt(text: string, blocks: readonly Block[]): string[] {
  const parts: string[] = []
  let start = 0
  for (const block of blocks) {
    if (block.start - start < partLength) continue
    parts.push(text.slice(start, block.start))
    start = block.start
  }
  return [...parts, text.slice(start)]
}

/** Throws if a law is broken. */
export function requireLaws(sequence: Sequence, counts: Counts): void {
  const { text } = sequence
  let session = sessionOf(text)
  counts.sequences++
  for (const operation of sequence.operations) {
    counts.operations++
    session = step(session, operation, counts)
  }
  requireSource(session)
  requireUndone(session, text)
  requireMerge(sequence, counts)
}

function sessionOf(text: string): Session {
  const { base, document } = open(text)
  return { base, state: EditorState.create({ doc: document, plugins: [...editingPlugins()] }) }
}

/** One operation and a save. What can't be written is shown as source, as in the editor. */
function step(session: Session, operation: Operation, counts: Counts): Session {
  let next = perform(session, operation)
  if (operation.kind === 'source') {
    const text = changedSource(textOf(session), operation)
    next = editSource(session, text)
    assert.equal(textOf(next), text, 'an edited source is saved as it is')
  }
  next.state.doc.check()
  const saved = save(next.base, next.state.doc)
  counts.saves++
  if (saved.kind === 'unwritable') {
    counts.unwritable++
    next = withSource(next, saved.blocks)
  } else if (!saved.isStale) requireShown(saved.text, next)
  return next
}

/** Other blocks may depend on one that became source, and become source in the next rounds. */
function withSource(session: Session, blocks: readonly Node[]): Session {
  let [state, wrong] = [session.state, blocks]
  for (let round = 0; round < 10; round++) {
    state = run(state, toSource(wrong))
    const saved = save(session.base, state.doc)
    if (saved.kind === 'saved') return { ...session, state }
    wrong = saved.blocks
  }
  assert.fail('a page whose blocks are shown as source is saved')
}

function textOf({ base, state }: Session): string {
  const saved = save(base, state.doc)
  return saved.kind === 'saved' ? saved.text : assert.fail('a page that was saved is saved again')
}

/** Reads the text without the writer's own checks. A box that was edited is read as whatever it means. */
function requireShown(text: string, { base, state }: Session): void {
  const shown = blocksOf(state.doc)
  const isEdited = (block: Node) => !base.spellings.get(block.attrs.key)?.node.content.eq(block.content)
  if (shown.some((block) => isBox(block) && isEdited(block))) return
  const read = blocksOf(open(text).document)
  assert.deepEqual(shownBy(read), shownBy(shown), 'a saved text is read as shown')
}

function isBox({ type: { name } }: Node): boolean {
  return name === 'raw' || name === 'html' || name === 'front_matter'
}

function shownBy(blocks: readonly Node[]): readonly string[] {
  return blocks.map(sourceOf).filter((source) => source !== undefined)
}

/** What a block shows, whatever the spaces at the ends of its texts, which HTML doesn't keep. */
function sourceOf(block: Node): string {
  if (block.type.name === 'front_matter') return block.textContent
  const [tree] = withoutPlaces([blockFrom(block)])
  return JSON.stringify(tree, (name, value) => {
    if (name === 'title') return String(value).trim()
    if (name === 'leaves') return withoutEnds(value)
    return name === 'nodes' ? withoutPlaces(value) : value
  })
}

/** An empty paragraph is a place for the cursor. */
function withoutPlaces(nodes: readonly DocumentNode[]): readonly DocumentNode[] {
  return nodes.filter((node) => {
    if (node.object === 'text') return !node.leaves.every(isBlank)
    const isPlace = node.object === 'block' && node.type === 'paragraph' && node.data === undefined
    return !isPlace || withoutPlaces(node.nodes ?? []).length > 0
  })
}

function withoutEnds(leaves: readonly DocumentLeaf[]): readonly DocumentLeaf[] {
  return leaves.filter((leaf) => !isBlank(leaf)).map((leaf) => ({ ...leaf, text: leaf.text.trim() }))
}

function isBlank({ text }: DocumentLeaf): boolean {
  return text.trim() === ''
}

/** A saved text that is shown and saved again is the same text. */
function requireSource({ base, state }: Session): void {
  const saved = save(base, state.doc)
  if (saved.kind !== 'saved') return
  assert.equal(textOf(sessionOf(saved.text)), saved.text, 'a text that is opened and saved stays')
  const transform = new Transform(state.doc)
  const next: Base = resync(transform, base, saved.text)
  const resaved = save(next, transform.doc)
  assert.equal(resaved.kind === 'saved' && resaved.text, saved.text, 'source → visual → source')
}

function requireUndone(session: Session, text: string): void {
  let { state } = session
  for (let count = 0; undoDepth(state) > 0; count++) {
    assert.ok(count < 1000, 'undo ends')
    state = run(state, undo)
  }
  // White space without a block belongs to none, so that an undo leaves the last one that was written.
  const undone = textOf({ ...session, state })
  if (text.trim() === '') assert.equal(undone.trim(), '')
  else assert.equal(undone, text, 'undoing everything leads back to the same bytes')
}

/**
 * Two people edit different blocks of the same text, and both edits are in the merged text. Blocks without an
 * empty line between them are left out, because what one of them means depends on the other.
 */
function requireMerge({ text, ours, theirs }: Sequence, counts: Counts): void {
  const session = sessionOf(text)
  const count = blocksOf(session.state.doc).length
  const [one, other] = [ours.place % count, theirs.place % count]
  if (count < 2 || one === other || !isSpaced(text)) return
  const [mine, yours] = [editedIn(session, ours, one), editedIn(session, theirs, other)]
  if (mine === undefined || yours === undefined) return
  const merged = mergeDocuments({ base: text, ours: mine.text, theirs: yours.text })
  assert.equal(merged.conflicts.length, 0, 'edits in different blocks have no conflict')
  const expected = blocksOf(session.state.doc).map((block, at) =>
    at === one ? mine.block : at === other ? yours.block : block,
  )
  const read = blocksOf(open(merged.markdown).document)
  assert.deepEqual(shownBy(read), shownBy(expected), 'both edits are in the merged text')
  counts.merges++
}

function isSpaced(text: string): boolean {
  const { blocks } = parseDocument(text)
  return blocks.slice(1).every(({ start }, at) => /\n[ \t]*\r?\n/.test(text.slice(blocks[at]?.end, start)))
}

/** The text after an edit of this block, and the block. */
function editedIn(
  session: Session,
  operation: Operation,
  index: number,
): { readonly text: string; readonly block: Node } | undefined {
  const blocks: (readonly [number, number])[] = []
  session.state.doc.forEach((group, offset) => {
    group.forEach((block, inner) => {
      blocks.push([offset + 1 + inner, offset + 1 + inner + block.nodeSize])
    })
  })
  const { state, base } = perform(session, { ...operation, place: operation.variant }, blocks[index])
  const saved = save(base, state.doc)
  const block = blocksOf(state.doc)[index]
  if (block === undefined || isBox(block) || saved.kind !== 'saved' || saved.isStale) return undefined
  if (isRemoved(block) && isRepeated(session.state.doc, index)) return undefined
  return { text: saved.text, block }
}

function isRemoved(block: Node): boolean {
  return shownBy([block]).length === 0
}

/** A text doesn't say which of several equal blocks was removed, so a merge can't know it. */
function isRepeated(doc: Node, index: number): boolean {
  const all = blocksOf(doc).map((block) => shownBy([block])[0])
  return all.some((one, at) => at !== index && one === all[index])
}
