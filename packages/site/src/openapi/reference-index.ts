import { recordOf } from '../blocks/data.ts'
import { renderingFor } from '../blocks/index.ts'
import { renderDescription } from '../blocks/openapi-description.ts'
import { own, resolverOf, textOf } from '../blocks/openapi-document.ts'
import { renderMethod } from '../blocks/openapi-methods.ts'
import { drawingWith } from '../blocks/openapi-operation.ts'
import { renderFields } from '../blocks/openapi-schema.ts'
import type { Lookups, Rendering } from '../blocks/rendering.ts'
import { renderIcon } from '../frame/icon.ts'
import { type Html, html } from '../html.ts'
import type { TextView } from '../view.ts'
import { type Words, wordsFor } from '../words/index.ts'
import type { Reference, ReferenceEntry, ReferenceGroup } from './reference.ts'

/** Where the pages of a reference are. */
export interface ReferencePlaces {
  readonly hrefOf: (slug: string) => string
  /** Absent if there is only one version. */
  readonly changes?: string
}

/** What the page of an API shows below the text that its author wrote. */
export function drawReferenceIndex(
  reference: Reference,
  places: ReferencePlaces,
  lookups: Lookups,
  { language, written }: { readonly language: string; readonly written: TextView },
): TextView {
  const words = wordsFor(language)
  const rendering = renderingFor({ ...lookups, words })
  const drawing = drawingWith(rendering, resolverOf(reference.document))
  const about = written.isEmpty && renderDescription(reference.description, rendering, drawing)
  const groups = reference.groups.map((group) => {
    const text = renderDescription(group.description, rendering, drawing)
    return html`<h2 id="${group.id}">${groupTitle(group, words)}</h2>${text}${renderList(group, places)}`
  })
  const facts = renderFacts(reference, places, words)
  const schemes = renderSchemes(reference, rendering, drawing)
  return {
    html: html`${written.html}<div class="openapi">${about}${facts}${schemes}</div>
${groups}`,
    headings: [
      ...written.headings,
      ...reference.groups.map((group) => ({
        id: group.id,
        title: groupTitle(group, words),
        level: 2 as const,
      })),
    ],
    isEmpty: false,
  }
}

export function groupTitle({ title, isWebhooks }: ReferenceGroup, { openapi }: Words): string {
  return title ?? (isWebhooks ? openapi.webhooks : openapi.other)
}

function renderFacts(
  { servers, version }: Reference,
  { changes }: ReferencePlaces,
  { openapi }: Words,
): Html {
  const urls = servers.filter(({ url }) => url !== '').slice(0, serversShown)
  const link = changes !== undefined && html`<a href="${changes}">${openapi.changes}</a>`
  const separator = version !== undefined && link && ' · '
  const facts = [
    urls.length > 0 &&
      html`<div><dt>${openapi.baseUrl}</dt>${urls.map(
        ({ url, description }) =>
          html`<dd><code>${url}</code>${description && html`<small>${description}</small>`}</dd>`,
      )}</div>`,
    (version !== undefined || link) &&
      html`<div><dt>${openapi.version}</dt><dd>${version}${separator}${link}</dd></div>`,
  ].filter((one) => one !== false)
  return html`${facts.length > 0 && html`<dl class="openapi-facts">${facts}</dl>`}`
}

const serversShown = 5

/** How callers identify, for all operations. */
function renderSchemes(
  { document }: Reference,
  rendering: Rendering,
  drawing: ReturnType<typeof drawingWith>,
): Html | false {
  const schemes = Object.entries(recordOf(own(own(document, 'components'), 'securitySchemes')))
  const fields = schemes.slice(0, schemesMax).map(([name, part]) => {
    const { type, scheme, in: place, name: key, description } = drawing.resolve(part)
    const kind = [scheme, place && key ? `${place}: ${key}` : undefined].find((one) => textOf(one))
    return {
      name,
      schema: { type: `${String(type)}${kind === undefined ? '' : ` (${String(kind)})`}` },
      description: textOf(description),
      isRequired: false,
    }
  })
  const { openapi } = rendering.words
  return fields.length > 0 && html`<h2>${openapi.authorization}</h2>${renderFields(fields, drawing)}`
}

const schemesMax = 20

function renderList({ entries }: ReferenceGroup, places: ReferencePlaces): Html {
  return html`<ul class="openapi-list" role="list">${entries.map((entry) => renderRow(entry, places))}</ul>`
}

function renderRow(
  { slug, title, method, name, list, isDeprecated }: ReferenceEntry,
  places: ReferencePlaces,
): Html {
  const isNamed = list === 'webhooks' || title !== `${method.toUpperCase()} ${name}`
  const path = html`<code>${isDeprecated ? html`<del>${name}</del>` : name}</code>`
  return html`<li><a href="${places.hrefOf(slug)}">${renderMethod(method)}${path}<span>${
    isNamed && title
  }</span>${renderIcon('caret-right', 'turn')}</a></li>`
}
