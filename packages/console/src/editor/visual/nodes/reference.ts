import type { ContentReference } from '@stemma/contract'
import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { announce } from '../../../app/announcements.tsx'
import type { IconName } from '../../../kit/icon-names.ts'
import { askAbout } from '../asking/asking-plugin.ts'
import { control, element, icon } from './elements.ts'
import type { Files } from './files.ts'
import './references.css'

type Attributes = Node['attrs']

export interface Look {
  readonly icon: IconName
  /** What it is. */
  readonly label: string
  /** Which it is, as soon as that is known. */
  readonly words: (attrs: Attributes, files: Files) => string | Promise<string>
  /** Whether something else can be chosen in its place. */
  readonly isAsked?: boolean
}

/** What is edited elsewhere: one line that says what it is, which it is, and changes that. */
export function referenceView(look: Look, files: Files) {
  return (node: Node, view: EditorView, position: () => number | undefined): NodeView => {
    const { label } = look
    const name = element('span', { class: 'cut' }, label)
    const line = control('div', { class: 'reference' }, icon(look.icon), name)
    const contentDOM = node.isLeaf ? undefined : element('div')
    const dom = element('div', { class: 'reference-block', role: 'group', 'aria-label': label }, line)
    if (contentDOM !== undefined) dom.append(contentDOM)
    const show = (words: string) => {
      name.textContent = words
      dom.setAttribute('aria-label', words === label ? label : `${label}: ${words}`)
    }
    const words = look.words(node.attrs, files)
    if (typeof words === 'string') show(words)
    else void words.then(show)
    const button = look.isAsked === true ? changeButton(label, view, position) : undefined
    if (button !== undefined) line.append(button)
    return {
      dom,
      ...(contentDOM !== undefined && { contentDOM }),
      ...selectable(
        dom,
        view,
        look.isAsked === true ? 'Enter changes it, Backspace removes it' : 'Backspace removes it',
      ),
      stopEvent: ({ target }) => target instanceof globalThis.Node && button?.contains(target) === true,
      ignoreMutation: ({ target }) => contentDOM?.contains(target) !== true,
    }
  }
}

function changeButton(label: string, view: EditorView, position: () => number | undefined) {
  const words = `Change: ${label}`
  const button = element(
    'button',
    { type: 'button', class: 'reference-change', 'aria-label': words },
    'Change',
  )
  button.addEventListener('click', () => {
    const at = position()
    const node = at === undefined ? null : view.state.doc.nodeAt(at)
    if (at !== undefined && node !== null) askAbout(view, node, at)
  })
  return button
}

/** Says what is selected, and what can be done with it: it has no text that could be read. */
export function selectable(
  dom: HTMLElement,
  view: EditorView,
  keys: string,
): Pick<NodeView, 'selectNode' | 'deselectNode'> {
  return {
    selectNode() {
      dom.classList.add('ProseMirror-selectednode')
      if (view.hasFocus()) announce(`${dom.getAttribute('aria-label') ?? dom.textContent}. ${keys}`)
    },
    deselectNode: () => dom.classList.remove('ProseMirror-selectednode'),
  }
}

/** The name of what a reference leads to. */
export async function nameIn({ nameOf }: Files, ref: unknown, otherwise: string): Promise<string> {
  return (ref === null ? undefined : await nameOf(ref as ContentReference)) ?? otherwise
}
