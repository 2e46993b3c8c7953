import { type Html, html } from '../html.ts'
import type { PageView } from '../view.ts'
import type { Words } from '../words/index.ts'
import { renderIcon } from './icon.ts'
import { type MenuEntry, renderMenu } from './menu.ts'

/** Copies the page, and opens a menu with what else can be done with it. */
export function renderActions(page: PageView, words: Words): Html | undefined {
  const entries = entriesOf(page, words)
  if (entries.length === 0) return undefined
  const { markdown } = page.actions
  const copy =
    markdown !== undefined &&
    html`<button class="scripted" type="button" data-do="copy-page" data-from="${markdown}" data-done="${
      words.actions.copied
    }">${renderIcon('copy')}<span>${words.actions.copyPage}</span></button>`
  return html`<div class="page-actions">${copy}<button type="button" popovertarget="actions" aria-label="${
    words.actions.more
  }">${renderIcon('caret-down')}</button></div>${renderMenu('actions', entries, page.site)}`
}

/** In the order that the site gives them. */
function entriesOf({ site, actions, canonicalUrl }: PageView, words: Words): MenuEntry[] {
  const { markdown, mcp, pdf, edit } = actions
  const said = words.actions
  const entryOf = (item: string): MenuEntry[] => {
    if (item === 'markdown' && markdown) {
      return [{ title: said.markdown, description: said.markdownNote, icon: 'markdown-logo', href: markdown }]
    }
    if (item === 'mcp' && mcp) {
      return [{ title: said.mcp, description: said.mcpNote, icon: 'plugs-connected', href: mcp }]
    }
    if (item === 'pdf' && pdf) return [{ title: said.pdf, icon: 'file-pdf', href: pdf }]
    if (item === 'git' && edit) return [{ title: said.edit, icon: 'pencil-simple', href: edit }]
    if (item === 'external-ai') return assistantsOf(canonicalUrl, words)
    return []
  }
  return site.settings.pageActions.items.flatMap(entryOf)
}

function assistantsOf(url: string, { actions }: Words): MenuEntry[] {
  const question = encodeURIComponent(actions.assistantPrompt(url))
  return [
    { name: 'ChatGPT', href: `https://chatgpt.com/?hints=search&q=${question}` },
    { name: 'Claude', href: `https://claude.ai/new?q=${question}` },
  ].map(({ name, href }) => ({
    title: actions.assistant(name),
    description: actions.assistantNote,
    icon: 'chat-circle-dots',
    href,
  }))
}
