import { directionOf, type Html, html } from '@stemma/site'
import { mailWordsFor, type Written, type WrittenItem } from './letters.ts'

/** The same text twice: for programs that show HTML, and for those that don't. */
export function drawMail(written: Written): { readonly text: string; readonly html: string } {
  return { text: drawText(written), html: drawPage(written) }
}

function drawText({ paragraphs, items = [], action, note, unsubscribe }: Written): string {
  const lines = items.map(({ text, quote, url }) =>
    [`* ${text}`, quote && `  > ${quote}`, `  ${url}`].filter(Boolean).join('\n'),
  )
  const link = action && `${action.label}:\n${action.url}`
  const end = unsubscribe && `${unsubscribe.label}\n${unsubscribe.url}`
  const parts = [...lines, ...paragraphs, link, note, end, '-- \nStemma']
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}

/**
 * Mail programs know little CSS: sizes and colours are attributes of each element, and the style sheet only
 * adds the dark ones, where it is read. Nothing is loaded from elsewhere.
 */
function drawPage(written: Written): string {
  const { language, subject, paragraphs, items = [], action, note, unsubscribe } = written
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${dark}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.page}">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" class="page"
 style="background:${light.page}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" class="card"
 style="max-width:560px;background:${light.card};border:1px solid ${light.line};border-radius:12px">
<tr><td class="text" style="padding:32px;color:${light.text};font:16px/1.6 ${fonts}">
<p class="brand" style="margin:0 0 24px;color:${light.primary};font:600 15px/1.4 ${fonts}">Stemma</p>
<h1 style="margin:0 0 16px;font:600 21px/1.35 ${fonts}">${subject}</h1>
${items.map(drawItem)}
${paragraphs.map((text) => html`<p style="margin:0 0 16px">${text}</p>\n`)}
${action && drawButton(action, language)}
<p class="quiet" style="margin:24px 0 0;color:${light.quiet};font:14px/1.6 ${fonts}">${note}${
    unsubscribe &&
    html`<br><a class="link" href="${unsubscribe.url}" style="color:${light.primary}">${
      // The text of the mail has the URL after it.
      unsubscribe.label.replace(/ ?[:：]$/, '')
    }</a>`
  }</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`.text
}

function drawButton({ label, url }: NonNullable<Written['action']>, language: string): Html {
  return html`<p style="margin:24px 0"><a class="button" href="${url}"
 style="display:inline-block;padding:11px 20px;border-radius:8px;background:${light.primary};
color:${light.onPrimary};font:600 16px/1.4 ${fonts};text-decoration:none">${label}</a></p>
<p class="quiet" style="margin:0;color:${light.quiet};font:14px/1.6 ${fonts}">
${mailWordsFor(language).insteadOfButton}<br>
<a class="link" href="${url}" style="color:${light.primary};word-break:break-all">${url}</a></p>`
}

function drawItem({ text, quote, url }: WrittenItem): Html {
  return html`<p style="margin:0 0 16px"><a class="link" href="${url}"
 style="color:${light.primary};font-weight:600;text-decoration:none">${text}</a>${
   quote && html`<br><span class="quiet" dir="auto" style="color:${light.quiet}">${quote}</span>`
 }</p>
`
}

const fonts = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** The colours of `packages/theme/files/tokens.css`, as every mail program reads them. */
const light = {
  page: '#f7f9fc',
  card: '#ffffff',
  line: '#e0e3e8',
  text: '#22272e',
  quiet: '#676c75',
  primary: '#1f5bd0',
  onPrimary: '#ffffff',
}

const dark = `@media (prefers-color-scheme: dark) {
.page { background: #121417 !important }
.card { background: #181b1f !important; border-color: #2d3137 !important }
.text { color: #e2e5e9 !important }
.quiet { color: #8e929a !important }
.brand, .link { color: #8ab4f8 !important }
.button { background: #8ab4f8 !important; color: #0b1a33 !important }
}`
