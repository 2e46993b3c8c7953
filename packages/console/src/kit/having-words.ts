/** What has all of the words, in any order. */
export function havingWords<Item>(
  items: readonly Item[],
  words: string,
  textOf: (item: Item) => string,
): Item[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter((item) => {
    const text = textOf(item).toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}
