/**
 * The white space after something that both sides have. Undefined means that the text ends there, so that
 * side has no gap. If both sides changed it, ours is used.
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
