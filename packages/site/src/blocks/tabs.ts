import type { DocumentBlock, DocumentNode } from '@stemma/content'
import { renderPageIcon } from '../frame/icon.ts'
import { type Html, html } from '../html.ts'
import { textIn } from './data.ts'
import type { Rendering } from './rendering.ts'

/** A tab: its title and what is below it. */
interface Tab {
  readonly title: string
  readonly icon?: string | undefined
  readonly body: Html
}

export function renderTabs({ nodes = [] }: DocumentBlock, rendering: Rendering): Html {
  const tabs = nodes.map((node) => tabOf(node, rendering))
  const isFlush = nodes.every(hasOnlyCode)
  return tabs.length === 0 ? html`` : renderTabList(tabs, rendering, isFlush)
}

/**
 * Without scripts, sections under their titles. With scripts, the style sheet shows one of them from the
 * first paint, and `hidden="until-found"` lets the browser's search open the others.
 */
export function renderTabList(tabs: readonly Tab[], { takeId, words }: Rendering, isFlush: boolean): Html {
  const id = takeId('tabs:1')
  const buttons = tabs.map(({ title, icon }, at) => {
    const name = `${id}.${at}`
    const state = at === 0 ? html`aria-selected="true"` : html`aria-selected="false" tabindex="-1"`
    const own = html`id="${name}" aria-controls="${name}.panel" ${state}`
    return html`<button type="button" role="tab" ${own}>${renderPageIcon(icon)}${title}</button>`
  })
  const panels = tabs.map(
    ({ title, body }, at) =>
      html`<section class="tabs-panel" id="${id}.${at}.panel" role="tabpanel" aria-labelledby="${id}.${at}"${
        at === 0 && html` data-shown`
      }><p class="tabs-title">${title}</p>${body}</section>`,
  )
  return html`<div class="tabs"${isFlush && html` data-flush`}>
<div class="tabs-list" role="tablist" aria-label="${words.contents}">${buttons}</div>${panels}</div>`
}

function tabOf(node: DocumentNode, { renderBlocks }: Rendering): Tab {
  if (node.object !== 'block' || node.type !== 'tabs-item') return { title: '…', body: renderBlocks([node]) }
  return {
    title: textIn(node.data, 'title') || '…',
    icon: textIn(node.data, 'icon'),
    body: renderBlocks(node.nodes ?? []),
  }
}

/** A tab that is only a code block needs no frame around it. */
function hasOnlyCode(node: DocumentNode): boolean {
  const children = node.object === 'block' ? (node.nodes ?? []) : []
  return children.length === 1 && children[0]?.object === 'block' && children[0].type === 'code'
}
