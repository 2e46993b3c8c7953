/**
 * The white space after something that both sides have. A side where the end of the text follows has none
 * to say, and where both changed it, ours is as good as theirs.
 */
export function mergeGaps(
  base: string | undefined,
  ours: string | undefined,
  theirs: string | undefined,
): string | undefined {
  if (ours === undefined) return theirs ?? base
  if (theirs === undefined) return ours
  return ours === base ? theirs : ours
}
