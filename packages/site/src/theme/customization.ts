import type { SiteCustomizationSettings } from '@stemma/contract'
import { type Color, contrastOf, hexOf, mixed, parseColor, readableOn } from '@stemma/theme'
import { announcementId } from '../frame/announcement.ts'
import { fontFacesOf, fontOf } from './fonts.ts'

type Styling = SiteCustomizationSettings['styling']
type ThemedColor = Styling['primaryColor']

/**
 * The stylesheet of one site: its colours, corners, depth and fonts as custom properties. Colours that
 * can't be read on their background move in lightness until they can. Pages contain it after `site.css`, so
 * it has no `<`, which could end its element.
 */
export function customizationCss(settings: SiteCustomizationSettings): string {
  const { styling, announcement } = settings
  const fonts = [styling.font, styling.headingFont, styling.monospaceFont]
  const root = {
    ...tintOf(styling.tint?.color ?? (styling.theme === 'muted' ? styling.primaryColor : undefined)),
    '--primary': themed(styling.primaryColor, readable),
    '--on-primary': themed(styling.primaryColor, (color, theme) => onColor(readable(color, theme))),
    '--info': themed(styling.infoColor, readable),
    '--success': themed(styling.successColor, readable),
    '--warning': themed(styling.warningColor, readable),
    '--danger': themed(styling.dangerColor, readable),
    ...cornersOf(styling.corners),
    '--depth': styling.depth === 'subtle' ? depth : undefined,
    '--font': fontOf(styling.font, 'sans'),
    '--font-heading': styling.headingFont ? fontOf(styling.headingFont, 'sans') : undefined,
    '--mono': fontOf(styling.monospaceFont, 'mono'),
  }
  return [
    ...fonts.flatMap(fontFacesOf),
    `@layer tokens { ${ruleOf(':root', root)} }`,
    `@layer frame { ${ruleOf('.header', headerOf(settings))} }`,
    announcement?.enabled &&
      `@layer media { [data-closed="${announcementId(announcement)}"] .announcement { display: none } }`,
  ]
    .filter(Boolean)
    .join('\n')
    .replaceAll('<', '\\3c ')
}

type Theme = 'light' | 'dark'
type Values = Readonly<Record<string, string | undefined>>

function ruleOf(selector: string, values: Values): string {
  const declarations = Object.entries(values).flatMap(([name, value]) => (value ? `${name}: ${value};` : []))
  return `${selector} { ${declarations.join(' ')} }`
}

/** `light-dark()` of both colours. A colour that is none keeps that of the theme. */
function themed(
  color: ThemedColor | undefined,
  change: (color: Color, theme: Theme) => Color,
): string | undefined {
  const [light, dark] = [parseColor(color?.light ?? ''), parseColor(color?.dark ?? '')]
  if (light === undefined || dark === undefined) return undefined
  return `light-dark(${hexOf(change(light, 'light'))}, ${hexOf(change(dark, 'dark'))})`
}

/** The deepest backgrounds that text in a colour of the site stands on: hovered rows, in the muted look. */
const deepest: Readonly<Record<Theme, number>> = { light: 0.935, dark: 0.28 }

/** Readable on plain backgrounds, and on those that are tinted with the colour itself. */
export function readable(color: Color, theme: Theme): Color {
  const plain = { lightness: deepest[theme], chroma: 0.014, hue: 260 }
  const once = readableOn([plain, { ...plain, hue: color.hue }], color)
  const page = { lightness: theme === 'light' ? 0.982 : 0.22, chroma: 0.008, hue: color.hue }
  const tinted = mixed(once, theme === 'light' ? 0.08 : 0.14, page)
  return readableOn([plain, tinted], once)
}

const [white, black] = [
  { lightness: 1, chroma: 0, hue: 0 },
  { lightness: 0.2, chroma: 0, hue: 0 },
]

/** What is written on a colour: white, or nearly black with a trace of the colour. */
export function onColor(color: Color): Color {
  const dark = { ...black, chroma: Math.min(0.04, color.chroma), hue: color.hue }
  if (contrastOf(white, color) >= 4.5) return white
  return contrastOf(dark, color) >= 4.5 ? dark : readableOn([color], black)
}

/** Greys take the hue of the tint, and at most a trace of its colour. */
function tintOf(tint: ThemedColor | undefined): Values {
  const color = parseColor(tint?.light ?? '')
  if (color === undefined) return {}
  const strength = Math.min(1.33, color.chroma / 0.015)
  return { '--gray-hue': color.hue.toFixed(0), '--gray-chroma': strength.toFixed(2) }
}

function cornersOf(corners: Styling['corners']): Values {
  if (corners === 'straight') return { '--radius': '0px', '--radius-s': '0px', '--radius-l': '0px' }
  if (corners === 'circular') return { '--radius': '16px', '--radius-s': '10px', '--radius-l': '20px' }
  return {}
}

const depth = '0 1px 2px var(--shadow-color), 0 2px 8px var(--shadow-color)'

/** A header with a colour of its own has its own colours for everything in it. */
function headerOf({ header, styling }: SiteCustomizationSettings): Values {
  const isBold = styling.theme === 'bold' || header.preset === 'bold' || header.preset === 'contrast'
  const ground = header.backgroundColor ?? (isBold ? styling.primaryColor : undefined)
  if (themed(ground, (color) => color) === undefined) return {}
  const brand = (color: Color, theme: Theme) => (header.backgroundColor ? color : calm(color, theme))
  const of = (change: (surface: Surface) => Color) =>
    themed(ground, (color, theme) => change(surfaceOf(brand(color, theme))))
  const links = themed(header.linkColor, (color, theme) => {
    const under = parseColor(ground?.[theme] ?? '')
    return under ? readableOn(surfaceOf(brand(under, theme)).grounds, color) : color
  })
  const quiet = of(({ grounds, text, ground: under }) => readableOn(grounds, mixed(text, 0.88, under)))
  const page = themed(ground, brand)
  return {
    '--page': page,
    '--primary-bg': page,
    '--text': of(({ text }) => text),
    '--text-2': links ?? quiet,
    '--text-3': links ?? quiet,
    '--line': of(({ text, ground: under }) => mixed(text, 0.22, under)),
    '--line-2': of(({ text, ground: under }) => mixed(text, 0.45, under)),
    '--well': of(({ well }) => well),
    '--bg': of(({ well }) => well),
    '--bg-3': of(({ hovered }) => hovered),
    '--primary': of(({ text }) => text),
    '--on-primary': page,
  }
}

interface Surface {
  readonly ground: Color
  readonly text: Color
  readonly well: Color
  readonly hovered: Color
  /** All of the backgrounds. */
  readonly grounds: readonly Color[]
}

/** Fields are a trace nearer to their text than the surface, or further away if they couldn't be read. */
function surfaceOf(ground: Color): Surface {
  const text = onColor(ground)
  const isReadable = contrastOf(text, mixed(text, 0.14, ground)) >= 5
  const trace = isReadable ? text : text.lightness > 0.5 ? black : white
  const [well, hovered] = [mixed(trace, 0.1, ground), mixed(trace, 0.14, ground)]
  return { ground, text, well, hovered, grounds: [ground, well, hovered] }
}

/** A bold header is a surface, not text: in the dark it is a deep version of the colour. */
function calm(color: Color, theme: Theme): Color {
  const lightness = theme === 'light' ? Math.min(color.lightness, 0.52) : Math.min(color.lightness, 0.38)
  return { ...color, lightness }
}
