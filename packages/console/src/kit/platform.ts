/** Keyboards of Apple have other names for the same keys. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
