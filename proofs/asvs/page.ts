import { readFile } from 'node:fs/promises'
import { withTables } from '../../tools/generate/tables.ts'

/** A requirement, our answer, and its proofs. */
export interface Answer {
  readonly ids: readonly string[]
  /** Paraphrased, not quoted from the standard. */
  readonly topic: string
  readonly state: keyof typeof words
  readonly answer: string
  /** A test as `file › title`, or a command as `npm run name`. */
  readonly proofs: readonly string[]
}

export interface Answers {
  /** The number of level 1 and 2 requirements in each section; their IDs are numbered from 1. */
  readonly sections: Readonly<Record<string, number>>
  readonly requirements: readonly Answer[]
  readonly apiTopTen: readonly Answer[]
}

export const words = {
  holds: 'met',
  operator: 'up to you',
  open: '**open**',
  none: 'not applicable',
} as const

export const page = 'docs/security.md'

export async function readAnswers(): Promise<Answers> {
  return JSON.parse(await readFile(new URL('answers.json', import.meta.url), 'utf8'))
}

export async function securityPage(): Promise<string> {
  const { requirements, apiTopTen } = await readAnswers()
  return withTables(page, { asvs: tableOf(requirements), api: tableOf(apiTopTen) })
}

function tableOf(answers: readonly Answer[]): string {
  const rows = answers.map(({ ids, topic, state, answer, proofs }) =>
    [ids.join(', '), topic, words[state], answer, proofs.map(shown).join('; ')].map(cell).join(' | '),
  )
  return ['ID | topic | status | answer | proof', '--- | --- | --- | --- | ---', ...rows]
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
