import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { themeFolder } from '@stemma/theme'

/** A file that browsers load unchanged. */
export interface SiteFile {
  readonly bytes: Buffer
  /** The same with gzip, unless that would save nothing. */
  readonly packed?: Buffer
  readonly contentType: string
}

/** `media` holds what a medium takes away again: print, no scripts. */
const layers = '@layer tokens, base, frame, blocks, media;'

/** The stylesheet of all sites: tokens, base, frame and blocks, in the order of their layers. */
export function siteCss(): string {
  return css
}

/**
 * The stylesheet of pages of the server that are no site, such as sign-in. It refers to no other file, so
 * that such a page can contain it and load nothing.
 */
export function gateCss(): string {
  return gate
}

const own = new URL('./', import.meta.url)
const tokens = readText(new URL('tokens.css', themeFolder))
const css = compact(
  [
    layers,
    readText(new URL('fonts.css', themeFolder)),
    tokens,
    readText(new URL('base.css', own)),
    ...sheetsIn('frame/'),
    ...sheetsIn('blocks/'),
    readText(new URL('media.css', own)),
  ].join('\n'),
)
/** What only pages of APIs need. Its layers are those of `site.css`. */
const apiCss = compact(sheetsIn('openapi/').join('\n'))
/** The same for pages of earlier days and lists of changes. */
const pastCss = compact(sheetsIn('past/').join('\n'))
/** The same for pages where visitors wait for a PDF. */
const pdfCss = compact(sheetsIn('pdf/').join('\n'))
const gateSheets = ['base.css', 'frame/brand.css', 'frame/branches.css', 'frame/gate.css', 'gate-form.css']
const drawing = encodeURIComponent(readText(new URL('branches-tall.svg', themeFolder)))
const gate = compact([layers, tokens, ...gateSheets.map((name) => readText(new URL(name, own)))].join('\n'))
  .replaceAll('url("branches.svg")', 'none')
  .replaceAll('branches-tall.svg', `data:image/svg+xml,${drawing}`)

/**
 * Everything that pages refer to with `asset`, by name. The server serves them in one folder whose name
 * is `siteFilesHash`, forever.
 */
export const siteFiles: ReadonlyMap<string, SiteFile> = new Map([
  ['site.css', fileOf(Buffer.from(css), 'text/css; charset=utf-8')],
  ['openapi.css', fileOf(Buffer.from(apiCss), 'text/css; charset=utf-8')],
  ['past.css', fileOf(Buffer.from(pastCss), 'text/css; charset=utf-8')],
  ['pdf.css', fileOf(Buffer.from(pdfCss), 'text/css; charset=utf-8')],
  ['site.js', fileAt(new URL('../browser/site.js', own), 'text/javascript; charset=utf-8')],
  ['call.js', fileAt(new URL('../browser/call.js', own), 'text/javascript; charset=utf-8')],
  ['inter.woff2', fileAt(new URL('fonts/inter.woff2', themeFolder), 'font/woff2')],
  ['jetbrains-mono.woff2', fileAt(new URL('fonts/jetbrains-mono.woff2', themeFolder), 'font/woff2')],
  ['noto-sans-arabic.woff2', fileAt(new URL('fonts/noto-sans-arabic.woff2', themeFolder), 'font/woff2')],
  ['branches.svg', fileAt(new URL('branches.svg', themeFolder), 'image/svg+xml')],
  ['branches-tall.svg', fileAt(new URL('branches-tall.svg', themeFolder), 'image/svg+xml')],
])

/** Changes with the bytes of any file. */
export const siteFilesHash = [...siteFiles.values()]
  .reduce((hash, { bytes }) => hash.update(bytes), createHash('sha256'))
  .digest('base64url')
  .slice(0, 16)

/** For the pages that people sign in on, which are no site. */
export const passkeyScript = fileAt(new URL('../browser/passkey.js', own), 'text/javascript; charset=utf-8')

function sheetsIn(folder: string): string[] {
  const url = new URL(folder, own)
  const names = readdirSync(url, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  )
  return names.sort().map((name) => readText(new URL(name, url)))
}

function fileAt(url: URL, contentType: string): SiteFile {
  return fileOf(readFileSync(url), contentType)
}

/** Fonts are packed already. */
function fileOf(bytes: Buffer, contentType: string): SiteFile {
  const isText = !contentType.startsWith('font/')
  return { bytes, contentType, ...(isText && { packed: gzipSync(bytes, { level: 9 }) }) }
}

function readText(url: URL): string {
  return readFileSync(url, 'utf8')
}

/** Without comments, indentation and most spaces, which no browser needs. */
function compact(text: string): string {
  const code = text.split('*/').map((part) => part.split('/*')[0])
  const lines = code.join('').split('\n')
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
    .replaceAll(/;?\n(?=[)}])|(?<=[,{}(;])\n| (?={)|(?<=^[\w-]+:) /gm, '')
}
