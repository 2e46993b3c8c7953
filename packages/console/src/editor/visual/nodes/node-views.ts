import type { ContentReference } from '@stemma/contract'
import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { emojiOf } from '../../../kit/emoji.ts'
import { attributeField } from './attribute-field.ts'
import { codeView } from './code.ts'
import { control, element, fromControls, icon } from './elements.ts'
import type { Files } from './files.ts'
import { hintView } from './hint.ts'
import { pictureView } from './picture.ts'

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
    math: sourceView('Formula'),
    opaque: card('file-text', () => 'A block that is edited as source'),
    content_ref: card('file-text', ({ ref }) => titleIn(files, ref) ?? 'A page that is gone'),
    reusable_content: card('file-text', ({ ref }) => titleIn(files, ref) ?? 'Reusable content'),
    file: (node) => fileView(node, files),
    embed: card('arrow-square-out', ({ url }) => String(url ?? 'Embed')),
    drawing: card('pencil-simple', () => 'Drawing'),
    openapi_operation: card('terminal-window', operationOf),
    openapi_webhook: card('terminal-window', operationOf),
    openapi_schemas: card('terminal-window', () => 'Schemas of an API'),
    swagger: card('terminal-window', operationOf),
    integration: card('terminal-window', ({ integration }) => String(integration ?? 'Integration')),
    emoji: ({ attrs }) => ({ dom: element('span', {}, emojiOf(String(attrs.code ?? ''))) }),
    mention: ({ attrs }) => ({
      dom: element('span', { class: 'mention' }, titleIn(files, attrs.ref) ?? 'somebody'),
    }),
  }
}

/** The title of the page is the first level. */
const headings: Readonly<Record<number, 'h2' | 'h3' | 'h4'>> = { 1: 'h2', 2: 'h3', 3: 'h4' }

function within(dom: HTMLElement): NodeView {
  return { dom, contentDOM: dom }
}

function titleIn({ titleOf }: Files, ref: unknown): string | undefined {
  return ref === null ? undefined : titleOf(ref as ContentReference)
}

function operationOf({ method, path, name }: Node['attrs']): string {
  return [String(method ?? '').toUpperCase(), path ?? name].filter(Boolean).join(' ') || 'API operation'
}

/** What is edited elsewhere: one line that says what it is. */
function card(name: Parameters<typeof icon>[0], words: (attrs: Node['attrs']) => string): Draw {
  return ({ attrs, type }) => {
    const dom = element('div', { class: 'reference' }, icon(name), words(attrs))
    return type.isLeaf ? { dom } : { dom, contentDOM: dom.appendChild(element('div')) }
  }
}

/** A file to download, by its name. */
function fileView({ attrs }: Node, { nameOf }: Files): NodeView {
  const name = element('span', { class: 'cut' }, 'File')
  const line = control('div', { class: 'reference' }, icon('paperclip'), name)
  const contentDOM = element('div')
  const show = async () => {
    name.textContent = (attrs.ref === null ? undefined : await nameOf(attrs.ref)) ?? 'File'
  }
  void show()
  const dom = element('div', {}, line, contentDOM)
  return { dom, contentDOM, ignoreMutation: ({ target }) => !contentDOM.contains(target) }
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

function tableView(): NodeView {
  const contentDOM = element('tbody')
  return { dom: element('div', { class: 'table-scroll' }, element('table', {}, contentDOM)), contentDOM }
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
