import { renderIcon } from '../frame/icon.ts'
import { type Html, html } from '../html.ts'
import { renderCodeFigure } from './code.ts'
import { recordOf } from './data.ts'
import { renderDescription, textMax } from './openapi-description.ts'
import { type Operation, type Resolve, type Response, textOf } from './openapi-document.ts'
import { renderMethod } from './openapi-methods.ts'
import { requestSamples, responseSamples, type Sample } from './openapi-samples.ts'
import { type Field, renderFields, renderSchema, type SchemaDrawing } from './openapi-schema.ts'
import type { Rendering } from './rendering.ts'
import { renderTabList } from './tabs.ts'

/** The limits of one drawing, so that large descriptions don't make large pages. */
export function drawingWith(rendering: Rendering, resolve: Resolve): SchemaDrawing {
  return { rendering, resolve, fieldsLeft: fieldsMax, textLeft: textMax }
}

const fieldsMax = 500

/** The headings of the parts of an operation: below the title of a page, or below that of a section. */
export type Title = (text: string, more?: Html | false) => Html

export function renderUrl({ method, path, server, isDeprecated }: Operation, { words }: Rendering): Html {
  const url = html`<code tabindex="0" role="group" aria-label="URL"><span>${server}</span>${path}</code>`
  const state = isDeprecated && html`<span class="openapi-required">${words.openapi.deprecated}</span>`
  return html`<div class="openapi-url">${renderMethod(method)}${url}${state}</div>`
}

/** What an operation takes and returns. */
export function renderParts(operation: Operation, drawing: SchemaDrawing, title: Title): Html {
  return html`${renderCredentials(operation, drawing, title)}${renderParameters(
    operation,
    drawing,
    title,
  )}${renderBody(operation, drawing, title)}${renderResponses(operation, drawing, title)}`
}

const places = ['path', 'query', 'header', 'cookie'] as const

function renderParameters({ parameters }: Operation, drawing: SchemaDrawing, title: Title): Html {
  const { openapi } = drawing.rendering.words
  const lists = places.map((place) => {
    const fields = parameters.filter((parameter) => parameter.in === place).map(parameterField)
    return fields.length > 0 && html`${title(openapi[place])}${renderFields(fields, drawing)}`
  })
  return html`${lists}`
}

/** A parameter or a header has a schema, or content with one. */
function parameterField(parameter: Readonly<Record<string, unknown>>): Field {
  const [content] = Object.values(recordOf(parameter.content))
  const schema = recordOf(parameter.schema ?? recordOf(content).schema)
  const example = parameter.example === undefined ? {} : { example: parameter.example }
  return {
    name: String(parameter.name),
    schema: typeof schema.$ref === 'string' ? schema : { ...schema, ...example },
    description: textOf(parameter.description),
    isRequired: parameter.required === true,
    isDeprecated: parameter.deprecated === true,
  }
}

/** How to identify. What belongs together or instead of each other is said by the way. */
function renderCredentials({ security }: Operation, drawing: SchemaDrawing, title: Title): Html | false {
  const known = security.filter(({ scheme }) => scheme.type !== undefined)
  const isOne = known.every(({ way }) => way === 0)
  const fields = known.map(({ scheme, scopes }) => {
    const kind = textOf(scheme.scheme) ?? (scheme.type === 'apiKey' ? String(scheme.in) : undefined)
    const needed = scopes.length > 0 ? { enum: scopes } : {}
    return {
      name: scheme.type === 'apiKey' ? String(scheme.name) : 'Authorization',
      schema: { type: `${scheme.type}${kind === undefined ? '' : ` (${kind})`}`, ...needed },
      description: textOf(scheme.description),
      isRequired: isOne,
    }
  })
  const { openapi } = drawing.rendering.words
  return fields.length > 0 && html`${title(openapi.authorization)}${renderFields(fields, drawing)}`
}

function renderBody({ body, isBodyRequired }: Operation, drawing: SchemaDrawing, title: Title): Html | false {
  if (body === undefined) return false
  const { openapi } = drawing.rendering.words
  const required = isBodyRequired && html`<span class="openapi-required">${openapi.required}</span>`
  const more = html`${required}<small>${body.type}</small>`
  return html`${title(openapi.body, more)}${renderSchema(body.schema, drawing)}`
}

function renderResponses({ responses }: Operation, drawing: SchemaDrawing, title: Title): Html | false {
  if (responses.length === 0) return false
  const items = responses.map((response, at) => renderResponse(response, drawing, at === 0))
  const name = title(drawing.rendering.words.openapi.responses)
  return html`${name}<div class="openapi-responses">${items}</div>`
}

function renderResponse(
  { status, description, headers, content }: Response,
  drawing: SchemaDrawing,
  isOpen: boolean,
): Html {
  const { openapi } = drawing.rendering.words
  const text = renderDescription(description, drawing.rendering, drawing)
  const tone = statusTones[status[0] ?? ''] ?? 'info'
  const named = Object.entries(headers).map(([name, part]) =>
    parameterField({ ...drawing.resolve(part), name }),
  )
  const mark = html`<span class="openapi-status tone-${tone}">${status}</span>`
  // A disclosure can't contain what can be pressed, such as the links of a description.
  const isShort = description === undefined || !/[[<\n]/.test(description)
  const name = html`${mark}<span>${isShort && description}</span>`
  const rest = [
    !isShort && text,
    named.length > 0 && html`<p class="openapi-label">${openapi.header}</p>${renderFields(named, drawing)}`,
    content && renderSchema(content.schema, drawing),
  ].filter((one) => one !== false && one !== undefined)
  if (rest.length === 0) return html`<div class="openapi-response">${name}</div>`
  return html`<details${isOpen && html` open`}><summary class="openapi-response">${name}${renderIcon(
    'caret-right',
    'turn',
  )}</summary>${rest}</details>`
}

const statusTones: Readonly<Record<string, string>> = { 2: 'success', 4: 'warning', 5: 'danger' }

/** How to send a request, and what comes back. */
export function renderSamples(
  operation: Operation,
  { rendering, resolve }: SchemaDrawing,
  title: Title,
): Html {
  const { openapi } = rendering.words
  const [sent, got] = [requestSamples(operation, resolve), responseSamples(operation, resolve)]
  const isWebhook = operation.server === undefined
  return html`${renderSampleTabs(title(openapi.request), sent, rendering)}${renderSampleTabs(
    title(isWebhook ? openapi.request : openapi.response),
    got,
    rendering,
  )}`
}

function renderSampleTabs(title: Html, samples: readonly Sample[], rendering: Rendering): Html | false {
  if (samples.length === 0) return false
  const tabs = samples.map((sample) => ({ title: sample.title, body: renderCodeFigure(sample, rendering) }))
  return html`<div class="openapi-sample">${title}${renderTabList(tabs, rendering, true)}</div>`
}
