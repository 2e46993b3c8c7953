import type { DocumentBlock } from '@stemma/content'
import { renderIcon } from '../frame/icon.ts'
import { type Html, html } from '../html.ts'
import { renderContentRef } from './card.ts'
import { renderCodeFigure } from './code.ts'
import { recordOf, referenceIn, textIn } from './data.ts'
import {
  listOf,
  type Operation,
  operationAt,
  own,
  type Response,
  resolverOf,
  textOf,
} from './openapi-document.ts'
import { requestSamples, responseSamples, type Sample } from './openapi-samples.ts'
import { renderDescription, renderFields, renderSchema, type SchemaDrawing } from './openapi-schema.ts'
import type { Lookups, Rendering } from './rendering.ts'
import { renderTabList } from './tabs.ts'

/** An operation or a webhook: how to call it, and what it returns. */
export function renderOperation(block: DocumentBlock, rendering: Rendering): Html {
  const document = documentOf(block, rendering)
  const operation = operationOf(block, document)
  if (operation === undefined) return renderUnavailable(block, rendering)
  const resolve = resolverOf(document)
  const drawing = { rendering, resolve, fieldsLeft: fieldsMax }
  const { words, takeId } = rendering
  rendering.takeLevel(2)
  const { method, path, server } = operation
  const id = takeId(
    `${method}-${path}`
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, ''),
  )
  const url = html`<code tabindex="0" role="group" aria-label="URL"><span>${server}</span>${path}</code>`
  const state =
    operation.isDeprecated && html`<span class="openapi-required">${words.openapi.deprecated}</span>`
  return html`<section class="openapi" aria-labelledby="${id}"><h2 id="${id}">${operation.title}</h2>
<div class="openapi-url">${renderMethod(method)}${url}${state}</div>
${renderDescription(operation.description, rendering)}${renderParameters(operation, drawing)}${renderBody(
  operation,
  drawing,
)}${renderResponses(operation, drawing)}${renderSamples(
  words.openapi.request,
  requestSamples(operation, resolve),
  rendering,
)}${renderSamples(words.openapi.response, responseSamples(operation, resolve), rendering)}</section>`
}

/** So that large descriptions don't make large pages. */
const fieldsMax = 500

/** The schemas of a description, by name. */
export function renderSchemas(block: DocumentBlock, rendering: Rendering): Html {
  const document = documentOf(block, rendering)
  const schemas = own(own(document, 'components'), 'schemas')
  const names = listOf(block.data?.schemas).filter((name) => own(schemas, String(name)) !== undefined)
  if (names.length === 0) return renderUnavailable(block, rendering)
  const drawing = { rendering, resolve: resolverOf(document), fieldsLeft: fieldsMax }
  const drawn = names.map((name) => {
    const schema = drawing.resolve(own(schemas, String(name)))
    const text = renderDescription(textOf(schema.description), rendering)
    return html`<h3>${String(name)}</h3>${text}${renderSchema(schema, drawing)}`
  })
  return html`<section class="openapi" aria-label="${rendering.words.openapi.schemas}">${drawn}</section>`
}

/** The samples of an operation, to highlight before it is drawn. */
export function samplesOf(block: DocumentBlock, openapi: Lookups['openapi']): readonly Sample[] {
  const document = documentOf(block, { openapi })
  const operation = operationOf(block, document)
  if (operation === undefined) return []
  const resolve = resolverOf(document)
  return [...requestSamples(operation, resolve), ...responseSamples(operation, resolve)]
}

function documentOf({ data }: DocumentBlock, { openapi }: Pick<Lookups, 'openapi'>): unknown {
  const { spec, url, file } = recordOf(referenceIn(data))
  const name = [spec, url, file].find((one) => typeof one === 'string')
  return typeof name === 'string' ? openapi(name) : undefined
}

function operationOf({ type, data }: DocumentBlock, document: unknown): Operation | undefined {
  const method = textIn(data, 'method') ?? 'get'
  if (type === 'openapi-webhook') {
    return operationAt(document, { list: 'webhooks', name: textIn(data, 'name') ?? '', method })
  }
  return operationAt(document, { list: 'paths', name: textIn(data, 'path') ?? '', method })
}

/** A description that is a file or a page can still be opened. */
function renderUnavailable(block: DocumentBlock, rendering: Rendering): Html {
  const kind = referenceIn(block.data)?.kind
  const isLink = kind === 'url' || kind === 'file'
  return isLink ? renderContentRef(block, rendering) : html`<p>${rendering.words.openapi.unavailable}</p>`
}

function renderMethod(method: string): Html {
  return html`<span class="openapi-method tone-${tones.get(method) ?? 'info'}">${method.toUpperCase()}</span>`
}

const tones: ReadonlyMap<string, string> = new Map([
  ['post', 'success'],
  ['put', 'warning'],
  ['patch', 'warning'],
  ['delete', 'danger'],
])

const places = ['path', 'query', 'header', 'cookie'] as const

function renderParameters({ parameters, security }: Operation, drawing: SchemaDrawing): Html {
  const { openapi } = drawing.rendering.words
  const schemes = security.filter(({ type }) => type !== undefined)
  const credentials = schemes.map((scheme) => ({
    name: scheme.type === 'apiKey' ? String(scheme.name) : 'Authorization',
    schema: { type: `${scheme.type}${textOf(scheme.scheme) === undefined ? '' : ` (${scheme.scheme})`}` },
    description: textOf(scheme.description),
    isRequired: true,
  }))
  const lists = places.map((place) => {
    const fields = parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => ({
        name: String(parameter.name),
        schema: recordOf(parameter.schema),
        description: textOf(parameter.description),
        isRequired: parameter.required === true,
        isDeprecated: parameter.deprecated === true,
      }))
    return fields.length > 0 && html`<h3>${openapi[place]}</h3>${renderFields(fields, drawing)}`
  })
  const first =
    credentials.length > 0 && html`<h3>${openapi.authorization}</h3>${renderFields(credentials, drawing)}`
  return html`${first}${lists}`
}

function renderBody({ body, isBodyRequired }: Operation, drawing: SchemaDrawing): Html | false {
  if (body === undefined) return false
  const { openapi } = drawing.rendering.words
  const required = isBodyRequired && html`<span class="openapi-required">${openapi.required}</span>`
  const title = html`<h3>${openapi.body}${required}<small>${body.type}</small></h3>`
  return html`${title}${renderSchema(body.schema, drawing)}`
}

function renderResponses({ responses }: Operation, drawing: SchemaDrawing): Html | false {
  if (responses.length === 0) return false
  const items = responses.map((response, at) => renderResponse(response, drawing, at === 0))
  const title = html`<h3>${drawing.rendering.words.openapi.responses}</h3>`
  return html`${title}<div class="openapi-responses">${items}</div>`
}

function renderResponse(
  { status, description, content }: Response,
  drawing: SchemaDrawing,
  isOpen: boolean,
): Html {
  const tone = /^2/.test(status)
    ? 'success'
    : /^5/.test(status)
      ? 'danger'
      : /^4/.test(status)
        ? 'warning'
        : 'info'
  const name = html`<span class="openapi-status tone-${tone}">${status}</span><span>${description}</span>`
  if (content === undefined) return html`<div class="openapi-response">${name}</div>`
  return html`<details${isOpen && html` open`}><summary class="openapi-response">${name}${renderIcon(
    'caret-right',
    'turn',
  )}</summary>${renderSchema(content.schema, drawing)}</details>`
}

function renderSamples(title: string, samples: readonly Sample[], rendering: Rendering): Html | false {
  if (samples.length === 0) return false
  const tabs = samples.map((sample) => ({ title: sample.title, body: renderCodeFigure(sample, rendering) }))
  return html`<h3>${title}</h3>${renderTabList(tabs, rendering, true)}`
}
