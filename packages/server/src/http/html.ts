import { createHash } from 'node:crypto'
import { gateCss, Html, html } from '@stemma/site'

const style = gateCss()
const styleHash = createHash('sha256').update(style).digest('base64')

/** Allows nothing from elsewhere, forms only to these targets, and no script but one. */
export function policyFor(formTargets: readonly string[], script?: Script): string {
  const targets = formTargets.length > 0 ? formTargets.join(' ') : "'none'"
  // Policies name paths without a query.
  const [path] = script?.url.split('?') ?? []
  const scripts = script ? `script-src ${path}; connect-src ${script.calls}; ` : ''
  return (
    `default-src 'none'; style-src 'sha256-${styleHash}'; ${scripts}form-action ${targets}; ` +
    "frame-ancestors 'none'; base-uri 'none'; img-src data:"
  )
}

/** A script that a page loads before it is drawn, and the URL that it calls. */
export interface Script {
  readonly url: string
  readonly calls: string
}

/** A page in the look of Stemma. With `refreshSeconds`, it reloads itself. */
export function pageOf(title: string, content: Html, { refreshSeconds, script }: PageOptions = {}): string {
  const refresh = html`<meta http-equiv="refresh" content="${refreshSeconds}">\n`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshSeconds !== undefined && refresh}<title>${title} · Stemma</title>
<style>${new Html(style)}</style>
${script && html`<script src="${script.url}"></script>\n`}</head>
<body>
<div class="gate">
<div class="branches"></div>
<main>
<div class="gate-panel">
<p class="brand">${mark}<b>Stemma</b></p>
<h1>${title}</h1>
${content}
</div>
</main>
</div>
</body>
</html>
`.text
}

interface PageOptions {
  readonly refreshSeconds?: number
  readonly script?: Script | undefined
}

/** A branch that leaves another, as changes leave a space and return. */
const mark = html`<svg class="brand-mark" viewBox="0 0 24 24" aria-hidden="true">
<rect width="24" height="24" rx="6.5" fill="var(--primary)"/>
<path d="M8 18.5v-13M8 14.5c0-4 8-2 8-7" fill="none" stroke="var(--on-primary)" stroke-width="2"
 stroke-linecap="round"/><circle cx="16" cy="6.5" r="2" fill="var(--on-primary)"/></svg>`
