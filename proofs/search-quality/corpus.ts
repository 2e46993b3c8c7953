import { readFile } from 'node:fs/promises'

/** The words in the pages of one language. */
interface Vocabulary {
  readonly language: string
  readonly title: string
  readonly subjects: readonly string[]
  readonly actions: readonly string[]
  readonly headings: readonly string[]
  readonly sentences: readonly string[]
  readonly things: readonly string[]
  readonly details: readonly string[]
}

export interface CorpusPage {
  readonly id: string
  readonly title: string
  readonly markdown: string
}

export const languages = ['en', 'de', 'fr', 'es', 'ru', 'zh', 'ja', 'ko', 'th', 'ar'] as const
/** The number of distinct pages per language. */
export const pagesOfLanguageMax = 2000
/** Queries refer to pages below this index. */
export const pagesOfLanguageMin = 200

/** Returns the first pages of a language. Deterministic, and independent of `count`. */
export async function pagesIn(language: (typeof languages)[number], count: number): Promise<CorpusPage[]> {
  const file = new URL(`judged/${language}.json`, import.meta.url)
  const words = JSON.parse(await readFile(file, 'utf8')) as Vocabulary
  const first = languages.indexOf(language) * pagesOfLanguageMax
  return Array.from({ length: count }, (_, number) => pageOf(words, number, first + number))
}

function pageOf(words: Vocabulary, number: number, overall: number): CorpusPage {
  const topic = (number * 773) % pagesOfLanguageMax
  const pair = (number * 37) % 400
  const filled = {
    subject: words.subjects[topic % 20] ?? '',
    action: words.actions[Math.floor(topic / 20) % 20] ?? '',
    product: products[Math.floor(topic / 400)] ?? '',
    thing: words.things[pair % 20] ?? '',
    detail: words.details[Math.floor(pair / 20)] ?? '',
  }
  const chance = chanceFrom(overall)
  const sentence = (template = '') => fill(template, { ...filled, other: words.subjects[chance(20)] ?? '' })
  const some = (count: number) =>
    Array.from({ length: count }, () => sentence(words.sentences[chance(words.sentences.length)])).join(' ')
  const [first = '', second = '', third = ''] = Array.from(
    { length: 3 },
    (_, at) => words.headings[(chance(2) + at * 2) % 6],
  )
  const pairSentence = sentence(words.sentences.find((one) => one.includes('{thing}')))
  const code = `\`\`\`\n${identifierOf(overall)} ${codeOf(overall)}\n\`\`\``
  return {
    id: `${words.language}${String(number).padStart(4, '0')}`,
    title: fill(words.title, filled),
    markdown: [
      `${sentence(words.sentences[0])} ${some(2)}`,
      `## ${first}\n\n${some(3)}`,
      `## ${second}\n\n${some(2)} ${pairSentence}\n\n${code}`,
      `### ${third}\n\n${some(4)}\n`,
    ].join('\n\n'),
  }
}

const products = ['Harbor', 'Lumen', 'Quill', 'Tundra', 'Vesper']

function fill(template: string, words: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '')
}

/** Names as programs use them, each unique. */
function identifierOf(overall: number): string {
  const at = (overall * 7919) % 20_480
  const parts = [verbs[at % 20], nouns[Math.floor(at / 20) % 32], nouns[(Math.floor(at / 640) + 7) % 32]]
  const [verb = '', noun = '', last = ''] = parts
  const joined = [verb, noun, last]
  const style = overall % 4
  if (style === 0) return verb + capital(noun) + capital(last)
  if (style === 1) return joined.join('_')
  return style === 2 ? joined.join('.') : `--${joined.join('-')}`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function codeOf(overall: number): string {
  return `STM-${10_000 + overall}`
}

const verbs = words(
  'get set add drop find list open close start stop read write push pull lock free sync',
).concat(words('parse build render'))
const nouns = words('account batch buffer cache channel chunk client cursor digest entry event field filter')
  .concat(words('frame handle header index label layer limit locale margin node offset packet parser pool'))
  .concat(words('range record route shard token'))

function words(text: string): string[] {
  return text.split(' ')
}

/** A small reproducible pseudorandom generator. */
function chanceFrom(seed: number) {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
