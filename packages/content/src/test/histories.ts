import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import type { Change } from '../changes/change.ts'
import { type Content, encodeContent } from '../content.ts'
import { decodeText } from '../documents/text.ts'
import { entries } from '../map/index.ts'
import type { ContentConflict, Resolution } from '../merge/conflict.ts'
import { type ContentSides, mergeContents } from '../merge/merge-contents.ts'
import type { ObjectStore } from '../objects.ts'
import { decodePage } from '../pages/page-record.ts'
import { givenContent, page, requireTree } from './writing.ts'

/**
 * Simulates a space and change requests that are edited, updated and merged. Every title and paragraph
 * contains a unique word, so the words of a content show which texts it contains.
 */
export async function requireLaws(steps: readonly Step[]): Promise<History> {
  const space = await givenContent(...['A', 'B', 'C'].map((title) => page(title, textOf(title))))
  const history = new Telling(space)
  for (const step of steps) await history.take(step)
  return history
}

type Space = Awaited<ReturnType<typeof givenContent>>
export type History = Pick<Telling, 'roots' | 'merges' | 'conflicts'>

/** Line 0 is the space, the others are its change requests. Numbers select pages modulo their count. */
export interface Step {
  readonly line: number
  readonly act: Act
  readonly page: number
  readonly place: number
  readonly sides: readonly ('ours' | 'theirs')[]
}

const edits = ['write', 'rewrite', 'cut', 'add', 'remove', 'move', 'rename'] as const
type Edit = (typeof edits)[number]
type Act = Edit | 'update' | 'merge'
const lines = 4

export const histories: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    line: fc.nat(lines - 1),
    act: fc.constantFrom<Act>(...edits, 'write', 'rewrite', 'update', 'merge', 'merge'),
    page: fc.nat(20),
    place: fc.nat(5),
    sides: fc.array(fc.constantFrom('ours' as const, 'theirs' as const), { minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 30, size: 'max' },
)

class Telling {
  /** The root hashes of all contents so far, which identify them completely. */
  readonly roots: string[] = []
  merges = 0
  conflicts = 0
  private words = 0
  private readonly space: Space
  /** The content of each line, and for each change request the base that it shares with the space. */
  private readonly heads: Content[]
  private readonly bases: Content[]

  constructor(space: Space) {
    this.space = space
    this.heads = Array.from({ length: lines }, () => space.content)
    this.bases = [...this.heads]
  }

  async take(step: Step) {
    const { line, act } = step
    if (act !== 'update' && act !== 'merge') await this.edit(step, act)
    else if (line > 0) await this.join(step, act)
    this.roots.push(encodeContent(this.headOf(line)).hash)
  }

  private headOf(line: number): Content {
    return this.heads[line] ?? this.space.content
  }

  private async edit(step: Step, act: Edit) {
    const { store } = this.space
    const change = changeOf(await pagesIn(store, this.headOf(step.line)), step, act, `w${this.words++}w`)
    if (change === undefined) return
    this.space.restart(this.headOf(step.line))
    await this.space.write(change).catch((error) => {
      if (!/below itself/.test(String(error))) throw error
    })
    this.heads[step.line] = this.space.content
  }

  /** Both actions begin by merging the space's content; `merge` then also moves the space to the result. */
  private async join({ line, sides: choice }: Step, act: 'update' | 'merge') {
    const sides = {
      base: this.bases[line] ?? this.headOf(0),
      ours: this.headOf(line),
      theirs: this.headOf(0),
    }
    const merged = await this.merge(sides, choice)
    this.heads[line] = merged
    this.bases[line] = this.headOf(0)
    const again = { base: this.headOf(0), ours: merged, theirs: this.headOf(0) }
    const { root, conflicts } = await mergeContents(this.space.store, again)
    assert.deepEqual(
      [root, conflicts],
      [encodeContent(merged).hash, []],
      'updating, then merging, is merging',
    )
    if (act === 'update') return
    this.heads[0] = merged
    this.bases[line] = merged
  }

  /** Checks one merge against the laws, and resolves its conflicts if there are any. */
  private async merge(sides: ContentSides, choice: Step['sides']): Promise<Content> {
    const { store } = this.space
    const { conflicts, objects, content, root } = await mergeContents(store, sides)
    await store.put(objects)
    this.merges += 1
    this.conflicts += conflicts.length
    await requireElsewhere(store, sides, root, conflicts)
    await requireWords(store, sides, content, conflicts)
    await requireTree(store, content)
    const resolutions = new Map<string, Resolution>()
    let resolved = { content, conflicts }
    for (let round = 0; resolved.conflicts.length > 0; round++) {
      assert.ok(round < 10, 'deciding conflicts comes to an end')
      for (const [at, { id }] of resolved.conflicts.entries())
        resolutions.set(id, choice[at % choice.length] ?? 'ours')
      const next = await mergeContents(store, sides, resolutions)
      await store.put(next.objects)
      await requireTree(store, next.content)
      resolved = next
    }
    return resolved.content
  }
}

/** Undefined if there is nothing to change at that place. */
function changeOf(pages: readonly FoundPage[], step: Step, act: Edit, word: string): Change | undefined {
  const target = pages[step.page % Math.max(pages.length, 1)]
  const other = pages[step.place % Math.max(pages.length, 1)]
  if (act === 'add') return page(word, { ...textOf(word), ...(other && { into: other.id }) })
  if (target === undefined) return undefined
  const { id } = target
  const blocks = target.text.split('\n\n').map((block) => block.trimEnd())
  const at = step.place % blocks.length
  const update = (more: object): Change => ({ operation: 'update_page', page: id, ...more })
  switch (act) {
    case 'remove':
      return { operation: 'delete_page', page: id }
    case 'move':
      return update({ into: step.place === 0 ? null : (other?.id ?? null), at: step.place })
    case 'rename':
      return update({ title: word })
    case 'write':
      return update(markdown(blocks.toSpliced(at, 0, `Paragraph ${word}.`)))
    case 'rewrite':
      return update(markdown(blocks.with(at, `Paragraph ${word}.`)))
    case 'cut':
      return blocks.length > 1 ? update(markdown(blocks.toSpliced(at, 1))) : undefined
  }
}

function textOf(word: string) {
  return markdown([`Paragraph ${word}a.`, `Paragraph ${word}b.`, `Paragraph ${word}c.`])
}

function markdown(blocks: readonly string[]) {
  return { document: { markdown: `${blocks.join('\n\n')}\n` } }
}

/** Checks that a store with delays, another order and its own byte arrays yields the same result. */
async function requireElsewhere(
  store: ObjectStore,
  sides: ContentSides,
  root: string,
  conflicts: readonly ContentConflict[],
) {
  const slow: ObjectStore = {
    ...store,
    async get(hashes) {
      if (hashes.length % 2 === 0) await nextTurn()
      return (await store.get(hashes.toReversed())).toReversed().map((bytes) => bytes.slice())
    },
  }
  const other = await mergeContents(slow, sides)
  assert.deepEqual(
    [other.root, other.conflicts],
    [root, conflicts],
    'the result depends on the contents alone',
  )
}

/**
 * Words that both sides have stay, words that one side wrote are added, and words that one side removed are
 * gone. Every exception is reported as a conflict.
 */
async function requireWords(
  store: ObjectStore,
  { base, ours, theirs }: ContentSides,
  merged: Content,
  conflicts: readonly ContentConflict[],
) {
  const [before, own, other, after] = await Promise.all(
    [base, ours, theirs, merged].map((content) => wordsIn(store, content)),
  )
  if (!before || !own || !other || !after) throw new Error('There are four contents.')
  for (const word of new Set([...own.keys(), ...other.keys(), ...after.keys()])) {
    const isKept = own.has(word) && other.has(word)
    const isNew = !before.has(word) && (own.has(word) || other.has(word))
    if (after.has(word) === (isKept || isNew)) continue
    const pages = [before, own, other].map((words) => words.get(word))
    const isTold = conflicts.some((one) => pages.includes(one.target) || JSON.stringify(one).includes(word))
    assert.ok(isTold, `${word} is ${after.has(word) ? 'still there' : 'gone'}, and no conflict says so`)
  }
}

/** Every word with its page. No word occurs twice in a content. */
async function wordsIn(store: ObjectStore, content: Content): Promise<ReadonlyMap<string, string>> {
  const words = new Map<string, string>()
  for (const { id, title, text } of await pagesIn(store, content)) {
    const own = [`title ${title}`, ...(text.match(/(?<=Paragraph )\w+/g) ?? [])]
    for (const word of own) {
      assert.ok(!words.has(word), `${word} is there twice`)
      words.set(word, id)
    }
  }
  return words
}

interface FoundPage {
  readonly id: string
  readonly title: string
  readonly text: string
}

async function pagesIn(store: ObjectStore, content: Content): Promise<readonly FoundPage[]> {
  const found: FoundPage[] = []
  for await (const batch of entries(store, content.pages)) {
    for (const { key: id, value } of batch) {
      const record = decodePage(value)
      const [bytes = new Uint8Array()] = record.type === 'document' ? await store.get([record.document]) : []
      found.push({ id, title: record.title, text: decodeText(bytes) })
    }
  }
  return found
}
