import type { SiteCustomizationSettings } from '@stemma/contract'

type Font =
  | SiteCustomizationSettings['styling']['font']
  | SiteCustomizationSettings['styling']['monospaceFont']
type CustomFont = Exclude<Font, string>

const fallbacks = {
  sans: 'var(--font-own)',
  mono: 'var(--mono-own)',
}

/**
 * The families to try in order. Inter and JetBrains Mono come from the site; the other names work for
 * readers who have the font, and everybody else sees ours.
 */
export function fontOf(font: Font, kind: 'sans' | 'mono'): string | undefined {
  if (typeof font !== 'string') return `${quoted(font.fontFamily)}, ${fallbacks[kind]}`
  const names = families[font]
  return names && `${quoted(names)}, ${fallbacks[kind]}`
}

const families: Readonly<Record<string, string>> = {
  Roboto: 'Roboto',
  RobotoSlab: 'Roboto Slab',
  OpenSans: 'Open Sans',
  SourceSansPro: 'Source Sans 3',
  Lato: 'Lato',
  Ubuntu: 'Ubuntu',
  Raleway: 'Raleway',
  Merriweather: 'Merriweather',
  Overpass: 'Overpass',
  NotoSans: 'Noto Sans',
  IBMPlexSerif: 'IBM Plex Serif',
  Poppins: 'Poppins',
  FiraSans: 'Fira Sans',
  FiraCode: 'Fira Code',
  IBMPlexMono: 'IBM Plex Mono',
  SourceCodePro: 'Source Code Pro',
  RobotoMono: 'Roboto Mono',
  SpaceMono: 'Space Mono',
  DMMono: 'DM Mono',
  Inconsolata: 'Inconsolata',
}

/**
 * The files of a custom font. Only HTTPS, which the policy of the page allows. A font that is late is left
 * out, so that text never moves.
 */
export function fontFacesOf(font: Font | null | undefined): string[] {
  if (typeof font !== 'object' || font === null) return []
  return font.fontFaces.flatMap(({ weight, sources }) => {
    const files = sources.flatMap(({ url, format }) => {
      const parsed = URL.parse(url)
      if (parsed?.protocol !== 'https:') return []
      return `url(${quoted(parsed.href)})${format ? ` format(${quoted(format)})` : ''}`
    })
    if (files.length === 0) return []
    const family = `font-family: ${quoted(font.fontFamily)}`
    const use = `font-weight: ${weight}; font-display: optional`
    return `@font-face { ${family}; src: ${files.join(', ')}; ${use} }`
  })
}

/** The origins that the policy of a page must allow for the fonts of its site. */
export function fontOriginsOf({ styling }: SiteCustomizationSettings): string[] {
  const custom = [styling.font, styling.headingFont, styling.monospaceFont].filter(
    (font): font is CustomFont => typeof font === 'object' && font !== null,
  )
  const urls = custom.flatMap(({ fontFaces }) =>
    fontFaces.flatMap(({ sources }) => sources.map(({ url }) => url)),
  )
  return [
    ...new Set(urls.flatMap((url) => URL.parse(url)?.origin ?? []).filter((one) => one.startsWith('https:'))),
  ]
}

/** A CSS string: nothing in it ends it. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\<>\p{Cc}]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`
}
