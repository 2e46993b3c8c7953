import type { DocumentBlock, DocumentNode } from '@stemma/content'
import { type Html, html } from '../html.ts'
import type { Words } from '../words/words.ts'
import { renderContentRef, renderEmbed, renderFile } from './card.ts'
import { renderCode, renderCodeLine } from './code.ts'
import { renderColumns } from './columns.ts'
import { renderExpandable } from './expandable.ts'
import { levelTaker, renderHeading } from './heading.ts'
import { renderHint } from './hint.ts'
import { renderHtml, renderHtmlBlocks, renderRaw } from './html.ts'
import { idTaker } from './ids.ts'
import { renderDrawing, renderImage, renderImages } from './images.ts'
import { renderInlineNodes } from './inlines.ts'
import { renderIntegration } from './integration.ts'
import { renderItem, renderOrderedList, renderTasks, renderUnorderedList } from './lists.ts'
import { renderMath } from './math.ts'
import { notesIn, renderNotes } from './notes.ts'
import { renderOperation, renderSchemas } from './openapi.ts'
import { reusableMax } from './outline.ts'
import type { Lookups, Rendering } from './rendering.ts'
import { renderReusableContent } from './reusable-content.ts'
import { renderStepper } from './stepper.ts'
import { renderTable } from './table.ts'
import { renderTabs } from './tabs.ts'
import { renderChildren, renderDivider, renderNothing, renderParagraph, renderQuote } from './text.ts'

export { codesIn, headingsOf, referencesIn } from './outline.ts'

/** Draws the blocks of a page. Everything that they refer to is looked up before. */
export function renderDocument(
  blocks: readonly DocumentBlock[],
  lookups: Lookups & { readonly words: Words },
): Html {
  return renderPart(blocks, openPage(lookups), 0)
}

/** Draws parts of a page one by one, as one document: they share IDs and footnotes. */
export function renderParts(
  parts: readonly (readonly DocumentBlock[])[],
  lookups: Lookups & { readonly words: Words },
): { readonly html: readonly Html[]; readonly notes: Html | undefined } {
  const rendering = openPart(parts.flat(), openPage(lookups), 0)
  const drawn = parts.map((blocks) => rendering.renderBlocks(blocks))
  return { html: drawn, notes: html`${renderNotes(rendering)}` }
}

/** For parts of a page that are no document. */
export function renderingFor(lookups: Lookups & { readonly words: Words }): Rendering {
  return openPart([], openPage(lookups), 0)
}

function openPage(lookups: Lookups & { readonly words: Words }): Page {
  let isFirstImage = true
  const takeFirstImage = () => {
    const isFirst = isFirstImage
    isFirstImage = false
    return isFirst
  }
  return { ...lookups, takeId: idTaker(), takeLevel: levelTaker(), takeFirstImage }
}

type Page = Lookups & Pick<Rendering, 'words' | 'takeId' | 'takeLevel' | 'takeFirstImage'>

/** A page, or a reusable content in it. Each has its own footnotes, because each has its own labels. */
function renderPart(blocks: readonly DocumentBlock[], page: Page, depth: number): Html {
  const rendering = openPart(blocks, page, depth)
  return html`${rendering.renderBlocks(blocks)}${renderNotes(rendering)}`
}

function openPart(blocks: readonly DocumentBlock[], page: Page, depth: number): Rendering {
  const shared = {
    ...page,
    notes: notesIn(blocks, page.takeId),
    renderReusable: (nested: readonly DocumentBlock[]) =>
      depth < reusableMax ? renderPart(nested, page, depth + 1) : undefined,
    renderBlocks: (nodes: readonly DocumentNode[]): Html =>
      nodes.some((node) => node.object === 'block' && node.type === 'html')
        ? renderHtmlBlocks(nodes, rendering, (node) => renderBlock(node, rendering))
        : html`${nodes.map((node) => renderBlock(node, rendering))}`,
    renderInlines: (nodes: readonly DocumentNode[]): Html => renderInlineNodes(nodes, rendering),
    renderLinkText: (nodes: readonly DocumentNode[]): Html => renderInlineNodes(nodes, inLink),
    isInLink: false,
  }
  const rendering: Rendering = shared
  const inLink: Rendering = { ...shared, renderInlines: shared.renderLinkText, isInLink: true }
  return rendering
}

function renderBlock(node: DocumentNode, rendering: Rendering): Html {
  if (node.object !== 'block') return rendering.renderInlines([node])
  const render = Object.hasOwn(blockRenderers, node.type) ? blockRenderers[node.type] : undefined
  return render?.(node, rendering) ?? html``
}

/** Every type of block that `parseDocument` creates. */
export const blockRenderers: Readonly<Record<string, (block: DocumentBlock, rendering: Rendering) => Html>> =
  {
    paragraph: renderParagraph,
    'heading-1': renderHeading,
    'heading-2': renderHeading,
    'heading-3': renderHeading,
    blockquote: renderQuote,
    divider: renderDivider,
    'list-ordered': renderOrderedList,
    'list-unordered': renderUnorderedList,
    'list-tasks': renderTasks,
    'list-item': renderItem,
    code: renderCode,
    'code-line': renderCodeLine,
    math: renderMath,
    table: renderTable,
    images: renderImages,
    image: renderImage,
    drawing: renderDrawing,
    file: renderFile,
    embed: renderEmbed,
    hint: renderHint,
    tabs: renderTabs,
    'tabs-item': renderChildren,
    stepper: renderStepper,
    'stepper-step': renderChildren,
    columns: renderColumns,
    column: renderChildren,
    expandable: renderExpandable,
    if: renderChildren,
    'content-ref': renderContentRef,
    'reusable-content': renderReusableContent,
    'openapi-operation': renderOperation,
    'openapi-webhook': renderOperation,
    'openapi-schemas': renderSchemas,
    swagger: renderOperation,
    integration: renderIntegration,
    footnote: renderNothing,
    html: renderHtml,
    raw: renderRaw,
  }
