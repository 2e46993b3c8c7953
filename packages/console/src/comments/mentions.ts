import type { Draft } from './drafts.ts'

/** The beginning of a mention before the cursor: `@be`. */
export interface Begun {
  readonly from: number
  readonly words: string
}

/** What is typed after an `@` that begins a word: one word of a name, or two. */
export function begunIn(text: string, cursor: number): Begun | undefined {
  const line = text.slice(Math.max(0, cursor - begunMax), cursor)
  const [, words] = /(?:^|[\s(])@([^\s@]*(?: [^\s@]+)?)$/.exec(line) ?? []
  return words === undefined ? undefined : { from: cursor - words.length - 1, words }
}

const begunMax = 80

interface Person {
  readonly id: string
  readonly displayName: string
}

/** The text with a person in place of what was typed, and where the cursor is then. */
export function withMention(draft: Draft, { from, words }: Begun, { id, displayName }: Person) {
  const name = displayName.replace(/[[\]\\<>@\s]+/g, ' ').trim()
  const before = `${draft.text.slice(0, from)}@${name} `
  const after = draft.text.slice(from + 1 + words.length).replace(/^ /, '')
  return {
    draft: { text: `${before}${after}`, people: { ...draft.people, [name]: id } },
    cursor: before.length,
  }
}

/** Writers see names; the API reads mentions as links to people. */
export function toMarkdown({ text, people = {} }: Draft): string {
  const names = Object.keys(people).sort((one, other) => other.length - one.length)
  const [start = '', ...parts] = text.split('@')
  const written = parts.map((part) => {
    const name = names.find((one) => part.startsWith(one))
    return name === undefined ? `@${part}` : `[@${name}](/users/${people[name]})${part.slice(name.length)}`
  })
  return [start, ...written].join('')
}

/** The other direction, for an author who changes a comment. */
export function toDraft(markdown: string): Draft {
  const people: Record<string, string> = {}
  const text = markdown.replaceAll(link, (_, name: string, id: string) => {
    people[name] = id
    return `@${name}`
  })
  return { text, people }
}

const link = /\[@([^\]\n@]{1,200})\]\(\/users\/([\dA-Za-z]{22})\)/g
