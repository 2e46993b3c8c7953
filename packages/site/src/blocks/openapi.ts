import type { DocumentBlock } from '@stemma/content'
import { type Html, html } from '../html.ts'
import { renderContentRef } from './card.ts'
import { recordOf, referenceIn, textIn } from './data.ts'
import { renderDescription } from './openapi-description.ts'
import { listOf, type Operation, operationAt, own, resolverOf, textOf } from './openapi-document.ts'
import { drawingWith, renderParts, renderSamples, renderUrl, type Title } from './openapi-operation.ts'
import { requestSamples, responseSamples, type Sample } from './openapi-samples.ts'
import { renderSchema } from './openapi-schema.ts'
import type { Lookups, Rendering } from './rendering.ts'

/** An operation or a webhook: how to call it, and what it returns. */
export function renderOperation(block: DocumentBlock, rendering: Rendering): Html {
  const document = documentOf(block, rendering)
  const operation = operationOf(block, document)
  if (operation === undefined) return renderUnavailable(block, rendering)
  const drawing = drawingWith(rendering, resolverOf(document))
  rendering.takeLevel(2)
  const { method, path } = operation
  const id = rendering.takeId(
    `${method}-${path}`
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, ''),
  )
  const title: Title = (text, more) => html`<h3>${text}${more}</h3>`
  const text = renderDescription(operation.description, rendering, drawing)
  return html`<section class="openapi" aria-labelledby="${id}"><h2 id="${id}">${operation.title}</h2>
${renderUrl(operation, rendering)}${text}${renderParts(operation, drawing, title)}${renderSamples(
  operation,
  drawing,
  title,
)}</section>`
}

/** The schemas of a description, by name. */
export function renderSchemas(block: DocumentBlock, rendering: Rendering): Html {
  const document = documentOf(block, rendering)
  const schemas = own(own(document, 'components'), 'schemas')
  const names = listOf(block.data?.schemas).filter((name) => own(schemas, String(name)) !== undefined)
  if (names.length === 0) return renderUnavailable(block, rendering)
  const drawing = drawingWith(rendering, resolverOf(document))
  const drawn = names.map((name) => {
    const schema = drawing.resolve(own(schemas, String(name)))
    const text = renderDescription(textOf(schema.description), rendering, drawing)
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
