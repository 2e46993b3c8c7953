/** Emojis are stored as they are, or as their code points: `1f98a`, `1f468-200d-1f4bb`. */
export function emojiOf(stored: string): string {
  if (!/^[0-9a-f]{4,6}(?:-[0-9a-f]{2,6})*$/.test(stored)) return stored
  return String.fromCodePoint(...stored.split('-').map((point) => Number.parseInt(point, 16)))
}
