import { readFile } from 'node:fs/promises'

/** What is asked of us, what we answer, and what proves it. */
export interface Answer {
  readonly ids: readonly string[]
  /** In our own words. */
  readonly topic: string
  readonly state: keyof typeof words
  readonly answer: string
  /** A test as `file › title`, or a command as `npm run name`. */
  readonly proofs: readonly string[]
}

export interface Answers {
  /** How many requirements of levels 1 and 2 each section has, counted from one. */
  readonly sections: Readonly<Record<string, number>>
  readonly requirements: readonly Answer[]
  readonly apiTopTen: readonly Answer[]
}

export const words = {
  holds: 'holds',
  operator: 'with you',
  open: '**open**',
  none: 'not applicable',
} as const

export const page = 'docs/security.md'

export async function readAnswers(): Promise<Answers> {
  return JSON.parse(await readFile(new URL('asvs-answers.json', import.meta.url), 'utf8'))
}

/** The page with its tables made anew; what stands around them is written by hand. */
export async function securityPage(): Promise<string> {
  const { requirements, apiTopTen } = await readAnswers()
  const text = await readFile(new URL(`../${page}`, import.meta.url), 'utf8')
  return [
    ['asvs', tableOf(requirements)],
    ['api', tableOf(apiTopTen)],
  ].reduce((whole, [name = '', table = '']) => withTable(whole, name, table), text)
}

function withTable(text: string, name: string, table: string): string {
  const [begin, end] = [`<!-- ${name}: made by npm run generate -->\n`, `\n<!-- end of ${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${page} lacks the place for ${name}.`)
  return text.slice(0, from + begin.length) + table + text.slice(to)
}

function tableOf(answers: readonly Answer[]): string {
  const rows = answers.map(({ ids, topic, state, answer, proofs }) =>
    [ids.join(', '), topic, words[state], answer, proofs.map(shown).join('; ')].map(cell).join(' | '),
  )
  return ['id | about | state | answer | proof', '--- | --- | --- | --- | ---', ...rows]
    .map((row) => `| ${row} |`)
    .join('\n')
}

function shown(proof: string): string {
  const [file, title] = proof.split(' › ')
  return title === undefined ? `\`${proof}\`` : `\`${file}\`: ${title}`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
