/** Operations of the contract that no slice answers yet. The list only ever gets shorter. */
export const unbuilt: readonly string[] = []
