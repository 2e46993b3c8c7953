import { createHash } from 'node:crypto'

const style = `body { font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 24rem; margin: 10vh auto; padding: 0 1rem }
label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit }
label { margin-top: 1rem }
input { padding: 0.5rem; border: 1px solid #767676; border-radius: 4px }
button { margin-top: 1.5rem; padding: 0.6rem; border: 0; border-radius: 4px }
button { background: #1a4fa0; color: #fff }
[role=alert] { border-left: 4px solid #b3261e; padding-left: 0.75rem }`

/** Allows no scripts or subresources, and forms only to this server or to a program waiting for a code. */
export function policyFor(formTarget?: string): string {
  const hash = createHash('sha256').update(style).digest('base64')
  const targets = ["'self'", ...(formTarget ? [formTarget] : [])].join(' ')
  return (
    `default-src 'none'; style-src 'sha256-${hash}'; form-action ${targets}; ` +
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

export function pageOf(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
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
