import { renderBrand } from './frame/brand.ts'
import { noIndex, renderHead } from './frame/head.ts'
import { renderIcon, renderSymbols } from './frame/icon.ts'
import { renderLook } from './frame/shell.ts'
import { type Html, html } from './html.ts'
import type { GateView } from './view.ts'
import { directionOf, type Words, wordsFor } from './words/index.ts'

/** A calm page in front of a site, or where there is none. */
export function renderGate(view: GateView): string {
  const { language, site, asset } = view
  const words = wordsFor(language)
  const { title, text } = textOf(view.kind, words)
  const body = html`<div class="gate"><div class="branches"></div><main id="main"><div class="gate-panel">
${site && renderBrand(site, language, site.base)}<h1>${title}</h1><p>${text}</p>
${view.signIn !== undefined && renderSignIn(view.signIn, words)}
${view.hasShareLinks && html`<p class="gate-note">${words.gate.shareNote}</p>`}</div></main></div>`
  const known = site ?? { title, settings: undefined }
  const head = known.settings
    ? renderHead({ site: { ...known, asset }, language, title, extra: noIndex })
    : renderPlainHead(title, asset)
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"${known.settings && renderLook(known.settings)}>
${head}
<body>
${renderSymbols([body], 'regular')}
${body}
</body>
</html>
`.text
}

/** Without a site, nothing of a customization may show. */
function renderPlainHead(title: string, asset: GateView['asset']): Html {
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${asset('site.css')}">
${noIndex}</head>`
}

function renderSignIn(href: string, { gate }: Words): Html {
  return html`<a class="button button-primary" href="${href}">
${renderIcon('sign-in', 'turn')}${gate.signIn.button}</a>`
}

function textOf(kind: GateView['kind'], { gate }: Words) {
  return kind === 'sign-in' ? gate.signIn : gate[kind]
}
