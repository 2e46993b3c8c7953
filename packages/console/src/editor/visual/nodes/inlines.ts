import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { emojiOf } from '../../../kit/emoji.ts'
import { element } from './elements.ts'
import type { Files } from './files.ts'
import { nameIn, selectable } from './reference.ts'

type Draw = (node: Node, view: EditorView) => NodeView

/** Inlines without a text of their own. A click on those that have words changes them, as Enter does. */
export function inlineViews(files: Files): Readonly<Record<string, Draw>> {
  return {
    emoji: ({ attrs }) => ({ dom: element('span', {}, emojiOf(String(attrs.code ?? ''))) }),
    mention: ({ attrs: { ref } }, view) => mentionView(ref, view, files),
    expression: changed('code', 'variable', 'Expression', ({ expression }) => expression),
    icon: changed('code', 'icon-name', 'Icon', ({ icon }) => icon),
    button: ({ attrs }, view) => {
      const label = String(attrs.label ?? '')
      const kind = attrs.kind === 'secondary' ? {} : { 'data-kind': 'primary' }
      const dom = element('span', { class: 'button', ...kind, ...names('Button', label) }, label)
      return { dom, ...selectable(dom, view, changes) }
    },
    annotation: ({ attrs }, view) => {
      const dom = element('sup', { class: 'annotation' }, `[${attrs.label ?? '?'}]`)
      return { dom, ...selectable(dom, view, removes) }
    },
  }
}

const removes = 'Backspace removes it'
const changes = `Enter changes it, ${removes}`

function names(what: string, words: string) {
  return { role: 'button', 'aria-haspopup': 'dialog', 'aria-label': `${what}: ${words}` }
}

function changed(
  tag: 'code',
  className: string,
  what: string,
  wordsOf: (attrs: Node['attrs']) => unknown,
): Draw {
  return ({ attrs }, view) => {
    const words = String(wordsOf(attrs) ?? '')
    const dom = element(tag, { class: className, ...names(what, words) }, words)
    return { dom, ...selectable(dom, view, changes) }
  }
}

/** A person, by the name that the person has now. */
function mentionView(ref: unknown, view: EditorView, files: Files): NodeView {
  const dom = element('span', { class: 'mention' }, '@…')
  const show = async () => {
    dom.textContent = `@${await nameIn(files, ref, 'somebody')}`
  }
  void show()
  return { dom, ...selectable(dom, view, removes), ignoreMutation: () => true }
}
