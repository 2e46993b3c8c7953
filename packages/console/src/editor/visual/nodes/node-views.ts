import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { attributeField } from './attribute-field.ts'
import { codeView } from './code.ts'
import { conditionView } from './condition.ts'
import { control, element, fromControls, icon } from './elements.ts'
import type { Files } from './files.ts'
import { formulaView, inlineFormulaView } from './formula.ts'
import { hintView } from './hint.ts'
import { inlineViews } from './inlines.ts'
import { pictureView } from './picture.ts'
import { type Look, nameIn, referenceView } from './reference.ts'

/** Draws a node, and keeps the place of its text. */
export type Draw = (node: Node, view: EditorView, position: () => number | undefined) => NodeView

/** How nodes look that are more than one element. All others are drawn by the schema. */
export function nodeViews(files: Files): Readonly<Record<string, Draw>> {
  return {
    heading: ({ attrs }) => within(element(headings[attrs.level] ?? 'h4')),
    hint: hintView,
    code_block: codeView,
    list_item: itemView,
    table: tableView,
    tabs_item: tabView,
    expandable: () => within(element('div', { class: 'expandable' })),
    expandable_title: () => within(element('div', { class: 'expandable-title' })),
    expandable_body: () => within(element('div', { class: 'expandable-body' })),
    image: (node, view, position) => pictureView(node, view, position, files),
    raw: sourceView('Markdown'),
    html: sourceView('HTML'),
    front_matter: sourceView('Front matter'),
    math: formulaView,
    inline_math: inlineFormulaView,
    if: conditionView,
    ...referenceViews(files),
    ...inlineViews(files),
  }
}

/** The title of the page is the first level. */
const headings: Readonly<Record<number, 'h2' | 'h3' | 'h4'>> = { 1: 'h2', 2: 'h3', 3: 'h4' }

function within(dom: HTMLElement): NodeView {
  return { dom, contentDOM: dom }
}

/** Blocks whose content is elsewhere. */
function referenceViews(files: Files): Readonly<Record<string, Draw>> {
  const isAsked = true
  const look = (one: Look) => referenceView(one, files)
  const operation = { icon: 'terminal-window', label: 'API operation', words: operationOf } as const
  return {
    opaque: look({ icon: 'file-text', label: 'Source', words: () => 'A block that is edited as source' }),
    content_ref: look({
      icon: 'file-text',
      label: 'Page card',
      words: ({ ref }) => nameIn(files, ref, 'A page that is gone'),
      isAsked,
    }),
    reusable_content: look({
      icon: 'puzzle-piece',
      label: 'Reusable content',
      words: ({ ref }) => nameIn(files, ref, 'Reusable content that is gone'),
      isAsked,
    }),
    file: look({ icon: 'paperclip', label: 'File', words: ({ ref }) => nameIn(files, ref, 'File') }),
    embed: look({
      icon: 'arrow-square-out',
      label: 'Embed',
      words: ({ url }) => String(url ?? 'No address'),
      isAsked,
    }),
    drawing: look({ icon: 'pencil-simple', label: 'Drawing', words: () => 'Drawing' }),
    openapi_operation: look({ ...operation, isAsked }),
    openapi_webhook: look({ ...operation, label: 'Webhook of an API', isAsked }),
    openapi_schemas: look({
      icon: 'terminal-window',
      label: 'Schemas of an API',
      words: ({ schemas }) => (Array.isArray(schemas) ? schemas.join(', ') : 'No schemas'),
      isAsked,
    }),
    swagger: look(operation),
    integration: look({
      icon: 'plug',
      label: 'Integration',
      words: ({ integration }) => String(integration ?? 'Integration'),
    }),
  }
}

function operationOf({ method, path, name }: Node['attrs']): string {
  return [String(method ?? '').toUpperCase(), path ?? name].filter(Boolean).join(' ') || 'API operation'
}

/** Text that is edited as it is written. */
function sourceView(label: string): Draw {
  return () => {
    const contentDOM = element('code')
    const name = control('small', { 'aria-hidden': 'true' }, label)
    return {
      dom: element('div', { class: 'source-box' }, name, element('pre', {}, contentDOM)),
      contentDOM,
    }
  }
}

/** The box of a task is checked by a click, or by Mod+Enter in its text. */
function itemView({ attrs }: Node, view: EditorView, position: () => number | undefined): NodeView {
  const contentDOM = element('div')
  if (attrs.checked === null) {
    const dom = element('li', {}, contentDOM)
    return { dom, contentDOM }
  }
  const isDone = attrs.checked === true
  const state = { role: 'checkbox', 'aria-checked': String(isDone), 'aria-label': 'Done' }
  const box = control('button', { type: 'button', class: 'task-box', ...state }, icon('check'))
  box.tabIndex = -1
  box.addEventListener('click', () => {
    const at = position()
    if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, 'checked', !isDone))
  })
  return { dom: element('li', { class: 'task' }, box, contentDOM), contentDOM, ...fromControls(box) }
}

/** Cards are written as rows of a table: the first cells are their words, and the last where they lead. */
function tableView({ attrs }: Node): NodeView {
  const contentDOM = element('tbody')
  const table = element('table', {}, contentDOM)
  if (attrs.view !== 'cards') return { dom: element('div', { class: 'table-scroll' }, table), contentDOM }
  const label = control('small', { 'aria-hidden': 'true' }, icon('cards'), 'Cards: each row is one')
  const scroll = element('div', { class: 'table-scroll' }, table)
  const dom = element('div', { class: 'cards-table', role: 'group', 'aria-label': 'Cards' }, label, scroll)
  return { dom, contentDOM }
}

function tabView({ attrs }: Node, view: EditorView, position: () => number | undefined): NodeView {
  const title = attributeField(view, position, { label: 'Title of the tab', attribute: 'title' })
  title.show(attrs.title)
  const contentDOM = element('div')
  return {
    dom: element('div', { class: 'tabs-item' }, title.dom, contentDOM),
    contentDOM,
    ...fromControls(title.dom),
  }
}
