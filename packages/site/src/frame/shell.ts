import type { SiteCustomizationSettings } from '@stemma/contract'
import type { IconStyle } from '@stemma/theme'
import { type Html, html } from '../html.ts'
import type { SiteView, TreeItem } from '../view.ts'
import { directionOf, type Words } from '../words/index.ts'
import { renderAnnouncement } from './announcement.ts'
import { renderFooter } from './footer.ts'
import { renderHead } from './head.ts'
import { renderHeader, renderPhoneLinks } from './header.ts'
import { renderSymbols } from './icon.ts'
import { renderSearchDialog } from './search.ts'
import { renderTree } from './tree.ts'

/** A whole document around `content`, with everything that all pages of a site have. */
export function renderShell(shell: Shell): string {
  const { site, language, words, title, content } = shell
  const body = html`<a class="skip" href="#main">${words.skip}</a>
${renderAnnouncement(site, language, words)}
${renderHeader({
  site,
  language,
  words,
  menuTitle: shell.menuTitle ?? words.menu,
  hasOutline: shell.hasOutline ?? false,
  hasSearch: shell.hasSearch ?? true,
})}
${content}
${renderFooter(site, language, words)}
${renderSearchDialog(site.base, words)}`
  const symbols = renderSymbols([body], iconStyles[site.settings.styling.icons])
  const extra = html`${sheetsFor(body, site)}${shell.head}`
  const head = renderHead({ site, language, title, description: shell.description, extra })
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"${renderLook(site.settings)}>
${head}
<body>
${symbols}
${body}
</body>
</html>
`.text
}

/** Most pages show no API, nothing of earlier days and no PDF, and don't load how that looks. */
function sheetsFor(body: Html, { asset }: SiteView): readonly Html[] {
  const names = ['openapi', 'past', 'pdf'].filter((name) => body.text.includes(`class="${name}`))
  return names.map((name) => html`<link rel="stylesheet" href="${asset(`${name}.css`)}">\n`)
}

interface Shell {
  readonly site: SiteView
  readonly language: string
  readonly words: Words
  readonly title: string
  readonly description?: string | undefined
  /** More for the head of the document. */
  readonly head: Html
  readonly content: Html
  readonly menuTitle?: string
  readonly hasOutline?: boolean
  readonly hasSearch?: boolean
}

const iconStyles: Readonly<Record<SiteCustomizationSettings['styling']['icons'], IconStyle>> = {
  regular: 'regular',
  solid: 'fill',
  duotone: 'duotone',
  light: 'light',
  thin: 'thin',
}

/** What CSS cannot know from the values of `customizationCss`. */
export function renderLook({ styling, themes, header }: SiteCustomizationSettings): Html {
  const isBold = styling.theme === 'bold' || header.preset === 'bold' || header.preset === 'contrast'
  const look = isBold ? 'bold' : styling.background === 'match' ? 'muted' : styling.theme
  const { list, background } = styling.sidebar
  return html` data-look="${look}" data-links="${styling.links}" data-list="${list}"${
    background === 'filled' && html` data-side="filled"`
  }${themes.default !== 'system' && html` data-theme="${themes.default}"`}${
    themes.toggeable && html` data-toggle="true"`
  }`
}

/**
 * The navigation beside the text, and on a phone behind the menu button. `isAside` is false on pages
 * that show it on a phone only.
 */
export function renderSide({ site, language, words, tree, isAside }: Side): Html {
  const phone = !isAside && html` data-phone`
  return html`<nav class="side"${phone} id="pages" popover aria-label="${words.pages}">
${renderPhoneLinks({ site, language })}${renderTree(tree, words)}</nav>`
}

interface Side {
  readonly site: SiteView
  readonly language: string
  readonly words: Words
  readonly tree: readonly TreeItem[]
  readonly isAside: boolean
}
