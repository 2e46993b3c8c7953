/** Supported image types and their file extensions. */
export const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}

export const imageTypes: readonly string[] = Object.keys(endings)
