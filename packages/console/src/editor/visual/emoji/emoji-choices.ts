import type { NamedEmoji } from '@stemma/content/documents'

/** An emoji that a name stands for. */
export interface EmojiChoice {
  readonly emoji: string
  readonly name: string
}

const choicesMax = 8

/** Emojis with a name that begins with the words; then those that have them in a name; then by meaning. */
export function emojiChoices(all: readonly NamedEmoji[], words: string): readonly EmojiChoice[] {
  const wanted = words.toLowerCase()
  const found = new Map<string, EmojiChoice>()
  const tests: readonly ((one: NamedEmoji) => string | undefined)[] = [
    ({ names }) => names.find((name) => name === wanted),
    ({ names }) => names.find((name) => name.startsWith(wanted)),
    ({ names }) => names.find((name) => name.includes(wanted)),
    ({ names, tags }) => (tags.some((tag) => tag.startsWith(wanted)) ? names[0] : undefined),
  ]
  for (const nameIn of tests)
    for (const one of all) {
      const name = nameIn(one)
      if (name !== undefined && !found.has(one.emoji)) found.set(one.emoji, { emoji: one.emoji, name })
      if (found.size === choicesMax) return [...found.values()]
    }
  return [...found.values()]
}
