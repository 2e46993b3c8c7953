import { renderTreeMethod } from '../blocks/openapi-methods.ts'
import { type Html, html } from '../html.ts'
import type { TreeItem } from '../view.ts'
import type { Words } from '../words/index.ts'
import { renderIcon, renderPageIcon } from './icon.ts'

/** The page tree: groups of the first level are headings, and pages with others below them fold. */
export function renderTree(items: readonly TreeItem[], words: Words): Html {
  return html`${runsOf(items).map((run) => {
    const [first] = run
    if (first?.kind !== 'group') return renderList(run, words)
    return html`<h2>${renderPageIcon(first.icon)}${first.title}</h2>${renderList(first.children, words)}`
  })}`
}

/** Groups alone, and the pages between two groups together. */
function runsOf(items: readonly TreeItem[]): TreeItem[][] {
  const runs: TreeItem[][] = []
  for (const item of items) {
    const last = runs.at(-1)
    if (item.kind === 'group' || last === undefined || last[0]?.kind === 'group') runs.push([item])
    else last.push(item)
  }
  return runs
}

function renderList(items: readonly TreeItem[], words: Words): Html | undefined {
  if (items.length === 0) return undefined
  const rows = items.map((item) => html`<li>${renderItem(item, words)}</li>`)
  return html`<ul class="tree" role="list">${rows}</ul>`
}

function renderItem(item: TreeItem, words: Words): Html {
  const { title, href, icon, isOpen, children, hasChildren } = item
  const inside = html`${renderPageIcon(icon)}<span>${title}</span>`
  if (href === undefined) return renderFolder(item, inside, words)
  const current = item.isCurrent && html` aria-current="page"`
  const sign = item.kind === 'link' ? renderIcon('arrow-up-right', 'tree-sign') : methodOf(item)
  const caret = children.length === 0 && hasChildren ? renderIcon('caret-right', 'tree-sign turn') : undefined
  const link = html`<a href="${href}"${current}>${inside}${sign}${caret}</a>`
  if (children.length === 0) return link
  return html`${link}<details${isOpen && html` open`}><summary aria-label="${words.contents}: ${title}">
${renderIcon('caret-right', 'turn')}</summary>${renderList(children, words)}</details>`
}

function methodOf({ method }: TreeItem): Html | undefined {
  return method === undefined ? undefined : renderTreeMethod(method)
}

/** A group inside of another is no page: all of its row folds. */
function renderFolder({ isOpen, children }: TreeItem, inside: Html, words: Words): Html {
  return html`<details class="tree-folder"${isOpen && html` open`}><summary>
${inside}${renderIcon('caret-right', 'tree-sign turn')}</summary>${renderList(children, words)}</details>`
}
