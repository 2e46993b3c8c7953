import type { SiteCustomizationSettings } from '@stemma/contract'
import { type Color, hexOf, mixed, parseColor } from '@stemma/theme'
import { onColor, readable } from './customization.ts'

type Settings = Pick<SiteCustomizationSettings, 'styling' | 'themes'>

/** The colours of a site for pictures of its pages, as hexadecimal. */
export function pictureColors({ styling, themes }: Settings) {
  const theme = themes.default === 'dark' ? 'dark' : 'light'
  const primary = readable(parseColor(styling.primaryColor[theme]) ?? own, theme)
  const { hue } = primary
  const grey = (lightness: number): Color => ({ lightness, chroma: 0.01, hue })
  const { page, text, quiet } = greys[theme]
  if (styling.theme === 'bold') {
    const on = onColor(primary)
    return toHex({ background: primary, text: on, quiet: mixed(on, 0.85, primary), accent: on })
  }
  const isTinted = styling.theme === 'muted' || styling.theme === 'gradient'
  const background = isTinted ? mixed(primary, 0.06, grey(page)) : grey(page)
  return toHex({ background, text: grey(text), quiet: grey(quiet), accent: primary })
}

const own: Color = { lightness: 0.5, chroma: 0.18, hue: 260 }
/** Lightness. */
const greys = {
  light: { page: 0.998, text: 0.27, quiet: 0.47 },
  dark: { page: 0.19, text: 0.94, quiet: 0.75 },
} as const

function toHex<Name extends string>(colors: Readonly<Record<Name, Color>>) {
  const entries = Object.entries<Color>(colors).map(([name, color]) => [name, hexOf(color)])
  return Object.fromEntries(entries) as Record<Name, string>
}
