import { createHash } from 'node:crypto'

const style = `body { font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 24rem; margin: 10vh auto; padding: 0 1rem }
label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit }
label { margin-top: 1rem }
input { padding: 0.5rem; border: 1px solid #767676; border-radius: 4px }
button { margin-top: 1.5rem; padding: 0.6rem; border: 0; border-radius: 4px }
button { background: #1a4fa0; color: #fff }
a { color: #1a4fa0 }
[role=alert] { border-left: 4px solid #b3261e; padding-left: 0.75rem }`

const styleHash = createHash('sha256').update(style).digest('base64')

/** Allows no scripts or subresources, and forms only to these targets. */
export function policyFor(formTargets: readonly string[]): string {
  const targets = formTargets.length > 0 ? formTargets.join(' ') : "'none'"
  return (
    `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${targets}; ` +
    "frame-ancestors 'none'; base-uri 'none'"
  )
}

/** HTML built with `html`. Plain strings are escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.map((part, index) => part + (index in values ? htmlOf(values[index]) : '')).join(''))
}

type Value = string | undefined | Html | readonly Html[]

function htmlOf(value: Value): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.text
  if (typeof value !== 'string') return value.map(({ text }) => text).join('')
  return value.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A page in the look of the server. With `refreshSeconds`, it reloads itself. */
export function pageOf(title: string, content: Html, refreshSeconds?: number): string {
  const refresh = html`<meta http-equiv="refresh" content="${String(refreshSeconds)}">\n`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshSeconds === undefined ? undefined : refresh}<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text
}
