import { readFileSync } from 'node:fs'
import { counterparts } from './icon-names.ts'

export type IconStyle = 'regular' | 'fill' | 'duotone' | 'light' | 'thin'

/**
 * The shapes of a Phosphor icon, in a square of 256, or `undefined` if there is none of this name. Authors
 * also write the names of Font Awesome, which lead to the icon of Phosphor that shows the same.
 */
export function drawIcon(name: string, style: IconStyle): string | undefined {
  const known = `${style}/${name}`
  if (!drawn.has(known) && drawn.size < drawnMax) drawn.set(known, read(name, style))
  return drawn.get(known) ?? undefined
}

/** Names come from authors: unknown ones are remembered too, up to as many as there are icons. */
const drawn = new Map<string, string | null>()
const drawnMax = 10_000

function read(name: string, style: IconStyle): string | null {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return null
  const phosphor = counterparts.get(name) ?? name
  const shown = style === 'fill' && signs.test(phosphor) ? 'regular' : style
  const file = shown === 'regular' ? phosphor : `${phosphor}-${shown}`
  try {
    const url = new URL(import.meta.resolve(`@phosphor-icons/core/assets/${shown}/${file}.svg`))
    const text = readFileSync(url, 'utf8')
    return text.slice(text.indexOf('>') + 1, text.lastIndexOf('</svg>'))
  } catch {
    return null
  }
}

/** Signs of the interface stay lines: filled, a caret is a triangle and an empty box is full. */
const signs = /^(?:caret|arrow|arrows|check|x|list|square|magnifying|plus|minus|hash|link|copy|dots)(?:-|$)/
