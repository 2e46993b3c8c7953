import { createHash } from 'node:crypto'
import { gateCss, Html, html } from '@stemma/site'

const style = gateCss()
const styleHash = createHash('sha256').update(style).digest('base64')

/** Allows no scripts and nothing from elsewhere, and forms only to these targets. */
export function policyFor(formTargets: readonly string[]): string {
  const targets = formTargets.length > 0 ? formTargets.join(' ') : "'none'"
  return (
    `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${targets}; ` +
    "frame-ancestors 'none'; base-uri 'none'; img-src data:"
  )
}

/** A page in the look of Stemma. With `refreshSeconds`, it reloads itself. */
export function pageOf(title: string, content: Html, refreshSeconds?: number): string {
  const refresh = html`<meta http-equiv="refresh" content="${refreshSeconds}">\n`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshSeconds !== undefined && refresh}<title>${title} · Stemma</title>
<style>${new Html(style)}</style>
</head>
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

/** A branch that leaves another, as changes leave a space and return. */
const mark = html`<svg class="brand-mark" viewBox="0 0 24 24" aria-hidden="true">
<rect width="24" height="24" rx="6.5" fill="var(--primary)"/>
<path d="M8 18.5v-13M8 14.5c0-4 8-2 8-7" fill="none" stroke="var(--on-primary)" stroke-width="2"
 stroke-linecap="round"/><circle cx="16" cy="6.5" r="2" fill="var(--on-primary)"/></svg>`
