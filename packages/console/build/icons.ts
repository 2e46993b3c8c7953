import { drawIcon } from '@stemma/theme'
import { iconNames } from '../src/kit/icon-names.ts'

/** One file with every icon of the console, each a symbol under its name. */
export function iconSprite(): string {
  const symbols = iconNames.map((name) => {
    const shapes = drawIcon(name, 'regular')
    if (shapes === undefined) throw new Error(`There is no icon ${name}.`)
    return `<symbol id="${name}" viewBox="0 0 256 256" fill="currentColor">${shapes}</symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
}
