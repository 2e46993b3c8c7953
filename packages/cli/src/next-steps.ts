import type { ChangeRequest } from '@stemma/contract'

/** The commands that usually follow a change. If the user typed a space, the commands include it. */
export function nextSteps({ number }: ChangeRequest, space: string | undefined): string {
  const where = space === undefined ? '' : ` --space ${quoted(space)}`
  return `Review it: stemma cr view ${number}${where}\nMerge it: stemma cr merge ${number}${where}\n`
}

const quoted = (word: string) => (/^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
