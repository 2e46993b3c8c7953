import fc from 'fast-check'
import { blocks as kindsOfBlocks } from './corpus-blocks.ts'

/** A document in parts that can be changed separately. */
export interface Sketch {
  readonly frontMatter: string | undefined
  readonly blocks: readonly SketchBlock[]
  readonly end: string
  readonly lineBreak: string
}

export interface SketchBlock {
  readonly kind: Kind
  readonly words: readonly string[]
  /** The blank lines after it, as text. */
  readonly gap: string
}

export interface SketchEdit {
  readonly kind: 'edit' | 'extend' | 'delete' | 'insert' | 'move' | 'gap' | 'end' | 'front matter'
  readonly at: number
  readonly to: number
  readonly block: SketchBlock
}

const kinds = {
  paragraph: (words) => words.join('\n'),
  sentence: (words) => words.join(' '),
  heading: (words) => `## ${words.join(' ')}`,
  list: (words) => words.map((word) => `- ${word}`).join('\n'),
  looseList: (words) => words.map((word) => `* ${word}`).join('\n\n'),
  tasks: (words) => words.map((word) => `- [ ] ${word}`).join('\n'),
  quote: (words) => words.map((word) => `> ${word}`).join('\n'),
  code: (words) => `\`\`\`js\n${words.join('\n\n')}\n\`\`\``,
  hint: (words) => `{% hint style="info" %}\n${words.join('\n\n')}\n{% endhint %}`,
  tabs: (words) => `{% tabs %}\n${words.map(tab).join('\n')}{% endtabs %}`,
  table: (words) => `| a |\n| --- |\n${words.map((word) => `| ${word} |`).join('\n')}`,
  details: (words) => `<details>\n\n<summary>S</summary>\n\n${words.join('\n\n')}\n\n</details>`,
} satisfies Record<string, (words: readonly string[]) => string>

type Kind = keyof typeof kinds

export function textOf({ frontMatter, blocks, end, lineBreak }: Sketch): string {
  const parts = blocks.map((block, index) => sourceOf(block) + (index < blocks.length - 1 ? block.gap : ''))
  const head = frontMatter === undefined ? '' : `---\ntitle: ${frontMatter}\n---\n\n`
  return (head + parts.join('') + end).replaceAll('\n', lineBreak)
}

export function sourceOf({ kind, words }: Omit<SketchBlock, 'gap'>): string {
  return kinds[kind](words)
}

/** Whether the block is a list, which would merge with a list after it. */
export function isList({ kind }: SketchBlock): boolean {
  return kind === 'list' || kind === 'looseList' || kind === 'tasks'
}

/** The same document with every word unique. */
export function distinct(sketch: Sketch): Sketch {
  let count = 0
  const blocks = sketch.blocks.map((block) => ({ ...block, words: block.words.map(() => `d${count++}`) }))
  return { ...sketch, blocks }
}

/** A small number of words yields documents that repeat themselves. */
export function sketches({ words, gaps }: { readonly words: number; readonly gaps: readonly string[] }) {
  return fc.record<Sketch>({
    frontMatter: fc.option(wordsOf(words), { nil: undefined, freq: 3 }),
    blocks: fc.array(sketchBlocks({ words, gaps }), { maxLength: 7 }),
    end: fc.constantFrom('\n', '\n', '', '\n\n'),
    lineBreak: fc.constantFrom('\n', '\n', '\r\n'),
  })
}

export function sketchEdits(options: { readonly words: number; readonly gaps: readonly string[] }) {
  const edit = fc.record<SketchEdit>({
    kind: fc.constantFrom('edit', 'edit', 'extend', 'delete', 'insert', 'move', 'gap', 'end', 'front matter'),
    at: fc.nat({ max: 6 }),
    to: fc.nat({ max: 6 }),
    block: sketchBlocks(options),
  })
  return fc.array(edit, { minLength: 1, maxLength: 4 })
}

export function edited(sketch: Sketch, edits: readonly SketchEdit[]): Sketch {
  return edits.reduce(editedOnce, sketch)
}

const samples = Object.values(kindsOfBlocks)

/** Blocks of every kind in sequence. */
export const roughTexts = fc
  .array(fc.tuple(fc.constantFrom(...samples), fc.constantFrom('\n\n', '\n\n', '\n', '\n\n\n')), {
    maxLength: 6,
  })
  .map((parts) => parts.flat().join(''))

/** Lines inserted and deleted anywhere, even within blocks. */
export const roughEdits = fc.array(
  fc.record({
    at: fc.nat({ max: 30 }),
    deleted: fc.nat({ max: 3 }),
    inserted: fc.constantFrom('', ...samples),
  }),
  { minLength: 1, maxLength: 3 },
)

export function roughlyEdited(
  text: string,
  edits: readonly { readonly at: number; readonly deleted: number; readonly inserted: string }[],
): string {
  return edits.reduce((edited, { at, deleted, inserted }) => {
    const lines = edited.split('\n')
    return lines.toSpliced(at % lines.length, deleted, inserted).join('\n')
  }, text)
}

export const wideGaps: readonly string[] = ['\n\n', '\n\n\n', '\n  \n']
export const oddGaps: readonly string[] = ['\n\n', '\n\n', '\n', '\n\n\n', '\n  \n']

function sketchBlocks({ words, gaps }: { readonly words: number; readonly gaps: readonly string[] }) {
  return fc.record<SketchBlock>({
    kind: fc.constantFrom(...(Object.keys(kinds) as Kind[])),
    words: fc.array(wordsOf(words), { minLength: 1, maxLength: 4 }),
    gap: fc.constantFrom(...gaps),
  })
}

function wordsOf(count: number) {
  return fc.nat({ max: count - 1 }).map((number) => `w${number}`)
}

function editedOnce(sketch: Sketch, { kind, at, to, block }: SketchEdit): Sketch {
  const blocks = [...sketch.blocks]
  const index = blocks.length === 0 ? 0 : at % blocks.length
  const old = blocks[index]
  if (kind === 'front matter') return { ...sketch, frontMatter: to % 2 ? block.words[0] : undefined }
  if (kind === 'end') return { ...sketch, end: ['', '\n', '\n\n'][to % 3] ?? '' }
  if (kind === 'insert' || !old) blocks.splice(at % (blocks.length + 1), 0, block)
  else if (kind === 'delete') blocks.splice(index, 1)
  else if (kind === 'gap') blocks[index] = { ...old, gap: block.gap }
  else if (kind === 'extend') blocks[index] = { ...old, words: [...old.words, ...block.words] }
  else if (kind === 'move') blocks.splice(to % blocks.length, 0, ...blocks.splice(index, 1))
  else blocks[index] = { ...old, words: old.words.with(to % old.words.length, block.words[0] ?? '') }
  return { ...sketch, blocks }
}

function tab(word: string): string {
  return `{% tab title="T" %}\n${word}\n{% endtab %}\n`
}
