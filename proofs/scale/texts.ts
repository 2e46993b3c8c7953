import { slugOf } from '../../packages/content/src/pages/slug.ts'

/** A realistic page: 1 to 6 KB of Markdown. The same index gives the same page. */
export interface WrittenPage {
  readonly title: string
  readonly slug: string
  readonly description: string
  readonly markdown: string
  /** The link targets, as written in the text. */
  readonly destinations: readonly string[]
}

export function writtenPage(index: number, edition = 0): WrittenPage {
  const random = randomFrom(index)
  const title = titleOf(index)
  const description = sentence(random, 8)
  const destinations = [
    `../${slugOf(titleOf(Math.floor(random() * index)))}.md`,
    `https://example.com/${word(random)}/${Math.floor(random() * 10_000)}`,
  ]
  const parts = [
    `---\ndescription: ${description}\n---\n\n# ${title}`,
    `This is edition ${edition} of the page. Read [what comes before](${destinations[0]}) first.`,
  ]
  const bytesWanted = bytesMin + random() * (bytesMax - bytesMin)
  for (let bytes = 300; bytes < bytesWanted; bytes += parts.at(-1)?.length ?? 0) {
    parts.push(blocks[Math.floor(random() * blocks.length)] ?? '')
  }
  parts.push(`More is in [the reference](${destinations[1]}).`)
  return { title, slug: slugOf(title), description, markdown: `${parts.join('\n\n')}\n`, destinations }
}

const bytesMin = 1_000
const bytesMax = 6_000

/** Titles contain their index, so that siblings never need the same slug. */
function titleOf(index: number): string {
  const random = randomFrom(index + 0x5bd1e995)
  return `${capital(word(random))} ${word(random)} ${index}`
}

/** A seeded generator of numbers between 0 and 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const vocabulary = words(2_000)
const blocks = Array.from({ length: 1_000 }, (_, index) => block(randomFrom(-1 - index)))

function words(count: number): readonly string[] {
  const random = randomFrom(7)
  const syllable = () => 'bcdfglmnprst'[Math.floor(random() * 12)] + ('aeiou'[Math.floor(random() * 5)] ?? '')
  const long = () => Array.from({ length: 1 + Math.floor(random() * 4) }, syllable).join('')
  return Array.from({ length: count }, () => long() + (random() < 0.5 ? 'n' : ''))
}

/** Few words are frequent and many are rare, as in any text. */
function word(random: () => number): string {
  return vocabulary[Math.floor(random() ** 3 * vocabulary.length)] ?? ''
}

function sentence(random: () => number, length: number): string {
  return `${capital(Array.from({ length }, () => word(random)).join(' '))}.`
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Usually a paragraph, otherwise a heading, a list, some code or a table. */
function block(random: () => number): string {
  const kind = random()
  const line = (length: number) => sentence(random, length)
  if (kind < 0.12) return `## ${line(3).slice(0, -1)}`
  if (kind < 0.24) return Array.from({ length: 4 }, () => `- **${word(random)}**: ${line(7)}`).join('\n')
  if (kind < 0.32) return `\`\`\`sh\n${word(random)} --${word(random)} ${word(random)}\n\`\`\``
  if (kind < 0.38) return `| ${word(random)} | ${word(random)} |\n| --- | --- |\n| ${line(3)} | ${line(4)} |`
  return [line(12), line(9), line(15), line(6)].join(' ')
}
