export interface NamedEmoji {
  readonly emoji: string
  readonly names: readonly string[]
  /** What it is about. */
  readonly tags: readonly string[]
}

/** Every emoji with its names. They are loaded when somebody asks: few texts need them. */
export async function loadEmojis(): Promise<readonly NamedEmoji[]> {
  return (await import('gemoji')).gemoji
}
