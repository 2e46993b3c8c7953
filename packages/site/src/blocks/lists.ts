import type { DocumentBlock, DocumentNode } from '@stemma/content'
import { renderIcon } from '../frame/icon.ts'
import { type Html, html } from '../html.ts'
import type { Rendering } from './rendering.ts'

export function renderOrderedList({ data, nodes = [] }: DocumentBlock, rendering: Rendering): Html {
  const start = typeof data?.start === 'number' && data.start !== 1 ? data.start : undefined
  return html`<ol${start !== undefined && html` start="${start}"`}>${items(nodes, rendering)}</ol>`
}

export function renderUnorderedList({ nodes = [] }: DocumentBlock, rendering: Rendering): Html {
  return html`<ul>${items(nodes, rendering)}</ul>`
}

/** Each task says in words whether it is done. Items without a box are part of the same list. */
export function renderTasks({ nodes = [] }: DocumentBlock, rendering: Rendering): Html {
  const { blocks } = rendering.words
  const tasks = nodes.map((node) => {
    const checked = node.object === 'block' ? node.data?.checked : undefined
    const state =
      checked === undefined
        ? undefined
        : html`${renderIcon(checked === true ? 'check-square' : 'square')}<span class="vh">${
            checked === true ? blocks.done : blocks.toDo
          } </span>`
    const body = itemBody(node, rendering)
    return html`<li${checked === true && html` data-done`}>${state}<div>${body}</div></li>`
  })
  return html`<ul class="lists-tasks" role="list">${tasks}</ul>`
}

/** An item outside of its list, which the parser doesn't create, is drawn as what it contains. */
export function renderItem(block: DocumentBlock, rendering: Rendering): Html {
  return itemBody(block, rendering)
}

function items(nodes: readonly DocumentNode[], rendering: Rendering): Html {
  return html`${nodes.map((node) => html`<li>${itemBody(node, rendering)}</li>`)}`
}

/** An item of one paragraph, with or without a list below it, is text without a paragraph around it. */
function itemBody(item: DocumentNode, { renderBlocks, renderInlines }: Rendering): Html {
  if (item.object !== 'block' || item.type !== 'list-item') return renderBlocks([item])
  const [first, ...others] = item.nodes ?? []
  const isShort =
    first?.object === 'block' &&
    first.type === 'paragraph' &&
    first.data === undefined &&
    others.every((node) => node.object === 'block' && node.type.startsWith('list-'))
  if (!isShort) return renderBlocks(item.nodes ?? [])
  return html`${renderInlines(first.nodes ?? [])}${renderBlocks(others)}`
}
