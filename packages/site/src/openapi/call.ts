import {
  listOf,
  type Operation,
  operationAt,
  type Resolve,
  resolverOf,
  type Tree,
} from '../blocks/openapi-document.ts'
import { renderMethod } from '../blocks/openapi-methods.ts'
import { type RequestBody, requestOf, sampleOf } from '../blocks/openapi-request.ts'
import { noIndex, renderOwnCss } from '../frame/head.ts'
import { type Html, html } from '../html.ts'
import { callPolicyOf } from '../policy.ts'
import type { SiteView } from '../view.ts'
import { directionOf, type Words, wordsFor } from '../words/index.ts'
import type { Reference, ReferenceEntry } from './reference.ts'

/** The page in a frame from which a reader calls an operation, and the policy that it needs. */
export interface CallPage {
  readonly text: string
  readonly policy: string
}

interface Place {
  readonly site: Pick<SiteView, 'asset' | 'css'>
  readonly language: string
}

/**
 * A form for the request of an operation. `call.js` sends it from the browser of the reader. The frame has
 * no origin, so it sees nothing of the site, and its policy allows requests to this API only.
 */
export function renderCall(
  { document }: Reference,
  entry: ReferenceEntry,
  { site, language }: Place,
): CallPage | undefined {
  const operation = operationAt(document, entry)
  const origin = operation && callOriginOf(operation)
  if (operation === undefined || origin === undefined) return undefined
  const words = wordsFor(language)
  const fields = renderFields(operation, resolverOf(document), words)
  const text = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.openapi.tryIt}: ${entry.title}</title>
${noIndex}<link rel="stylesheet" href="${site.asset('site.css')}">
<link rel="stylesheet" href="${site.asset('openapi.css')}">
${renderOwnCss(site)}
<script defer src="${site.asset('call.js')}"></script>
</head>
<body class="call">
<form data-method="${operation.method.toUpperCase()}" data-url="${operation.server}${operation.path}"
 data-failed="${words.openapi.notReached}">
<p class="call-url">${renderMethod(operation.method)}<code>${operation.path}</code></p>
${fields}
<p class="call-end"><button class="button button-primary">${words.openapi.send}</button>
<small>${words.openapi.sentTo(new URL(origin).host)}</small></p>
</form>
<output aria-label="${words.openapi.response}"></output>
</body>
</html>
`.text
  return { text, policy: callPolicyOf({ origin, css: site.css }) }
}

/** Where an operation is called; `undefined` if its description doesn’t say it, and for webhooks. */
export function callOriginOf({ server = '' }: Operation): string | undefined {
  const url = URL.parse(server)
  return url !== null && /^https?:$/.test(url.protocol) && !server.includes('{') ? url.origin : undefined
}

function renderFields(operation: Operation, resolve: Resolve, words: Words): readonly (Html | false)[] {
  const { openapi } = words
  const { body } = requestOf(operation, resolve)
  const places = ['path', 'query', 'header'] as const
  return [
    renderGroup(openapi.authorization, credentialsOf(operation)),
    ...places.map((place) => {
      const inPlace = operation.parameters.filter((one) => one.in === place)
      return renderGroup(
        openapi[place],
        inPlace.slice(0, fieldsMax).map((one) => parameterOf(one, resolve)),
      )
    }),
    body !== undefined && renderGroup(openapi.body, bodyOf(body, operation, words)),
  ]
}

const fieldsMax = 60

function renderGroup(title: string, fields: readonly Html[]): Html | false {
  return fields.length > 0 && html`<fieldset><legend>${title}</legend>${fields}</fieldset>`
}

function renderLabelled(name: string, field: Html): Html {
  return html`<label><code>${name}</code>${field}</label>`
}

/** The schemes of the first way to identify. Browsers send no cookie of the reader to another site. */
function credentialsOf({ security }: Operation): readonly Html[] {
  const schemes = security.filter(({ way }) => way === 0).map(({ scheme }) => scheme)
  return schemes.flatMap((scheme) => {
    if (scheme.type === undefined || scheme.type === 'mutualTLS' || scheme.in === 'cookie') return []
    if (scheme.type === 'apiKey') {
      const name = String(scheme.name)
      const place = scheme.in === 'query' ? 'query' : 'header'
      return renderLabelled(name, html`<input data-in="${place}" name="${name}" type="password"${unkept}>`)
    }
    const isBasic = scheme.scheme === 'basic'
    const before = isBasic ? html` data-basic placeholder="user:password"` : html` data-before="Bearer "`
    const field = html`<input data-in="header" name="Authorization" type="password"${before}${unkept}>`
    return renderLabelled(isBasic ? 'Authorization: Basic' : 'Authorization: Bearer', field)
  })
}

/** No browser offers to keep what is typed here. */
const unkept = html` autocomplete="off" spellcheck="false"`

function parameterOf(parameter: Tree, resolve: Resolve): Html {
  const name = String(parameter.name)
  const isRequired = parameter.required === true || parameter.in === 'path'
  const schema = resolve(parameter.schema)
  const { default: preset } = schema
  const attributes = html` data-in="${String(parameter.in)}" name="${name}"${isRequired && html` required`}${
    schema.type === 'array' && parameter.explode !== false && html` data-each`
  }`
  const allowed = listOf(schema.enum).slice(0, valuesMax).map(String)
  if (allowed.length > 0) {
    const options = isRequired ? allowed : ['', ...allowed]
    return renderLabelled(
      name,
      html`<select${attributes}>${options.map((one) => html`<option>${one}</option>`)}</select>`,
    )
  }
  const given = parameter.example ?? (isRequired ? preset : undefined)
  const hint = String(preset ?? sampleOf(parameter, resolve)).slice(0, hintMax)
  const value = given === undefined ? '' : String(given)
  return renderLabelled(name, html`<input${attributes}${unkept} value="${value}" placeholder="${hint}">`)
}

const valuesMax = 100
const hintMax = 100

function bodyOf(body: RequestBody, operation: Operation, { openapi }: Words): readonly Html[] {
  const type = operation.body?.type ?? 'application/json'
  if (body.kind === 'form' || body.kind === 'parts') {
    return body.fields.map(([name, value]) =>
      renderLabelled(name, html`<input data-in="${body.kind}" name="${name}" value="${value}"${unkept}>`),
    )
  }
  const text = body.kind === 'json' ? JSON.stringify(body.value, null, 2) : body.text
  const rows = Math.min(rowsMax, text.split('\n').length + 1)
  return [
    html`<textarea data-in="body" data-type="${type}" aria-label="${openapi.body}" rows="${rows}"${unkept}
>${text}</textarea>`,
  ]
}

const rowsMax = 16
