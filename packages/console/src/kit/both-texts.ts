/** Both sides of a conflict, ours first, as a merge would put new blocks of both. */
export function bothTexts(ours: string, theirs: string): string {
  return [ours, theirs].filter((text) => text !== '').join('\n\n')
}
