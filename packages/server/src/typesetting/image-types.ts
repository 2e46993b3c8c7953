/** The kinds of images that can be set, and how the names of their files end. */
export const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}

export const imageTypes: readonly string[] = Object.keys(endings)
