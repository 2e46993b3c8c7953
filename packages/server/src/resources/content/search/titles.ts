import { fold } from '../../../search/fold.ts'
import { nearnessIn, type QueryWord } from '../../../search/query.ts'
import { readHead, scoresOf } from '../../../search/score.ts'
import { markOf, Vector } from '../../../search/vector.ts'

interface Titled {
  readonly id: string
  readonly title: string
}

/** The spaces whose titles contain all required words, scored like pages with the same title. */
export function spacesTitled(spaces: readonly Titled[], words: readonly QueryWord[]) {
  const required = words.filter(({ isOptional }) => !isOptional)
  if (required.length === 0) return []
  const heads = spaces
    .filter(({ title }) => mayHaveAll(title, required))
    .map(({ id, title }) => ({ id, head: headOf(title) }))
  const fitting = heads.flatMap(({ id, head }) => {
    const { lexemes } = readHead(head)
    const nearness = (word: QueryWord) => nearnessIn(word, lexemes.A)
    if (required.some((word) => nearness(word) === 0)) return []
    const has = words.map((word) => nearness(word) > 0)
    return [{ id, head, has, hasExactly: words.map((word) => nearness(word) === 1), density: 0 }]
  })
  const scores = scoresOf(fitting, words)
  return fitting.map(({ id }, index) => ({ id, score: scores[index] ?? 0 }))
}

/** A cheap check before tokenizing the title, because an organization can have very many spaces. */
function mayHaveAll(title: string, words: readonly QueryWord[]): boolean {
  const letters = fold(title.normalize('NFKC')).replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '')
  const has = (text: string) => letters.includes(text.replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ''))
  return words.every(({ ways }) =>
    ways.some((way) =>
      way.every(({ lexemes, prefix }) => lexemes.some(({ text }) => has(text)) || has(prefix ?? '\0')),
    ),
  )
}

function headOf(title: string): string {
  const vector = new Vector(markOf(''), new Map())
  vector.add(title.normalize('NFKC'), 'A')
  return vector.print()
}
