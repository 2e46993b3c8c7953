export { type Color, contrastOf, hexOf, mixed, parseColor, readableOn, toOklch } from './color.ts'
export { drawIcon, type IconStyle } from './icons.ts'

/** The folder with the files that browsers load: tokens.css, fonts.css and the fonts. */
export const themeFolder = new URL('../files/', import.meta.url)
