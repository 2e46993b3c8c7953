import type { NodeView } from 'prosemirror-view'
import { consoleUrl } from '../../../app/base.ts'
import type { IconName } from '../../../kit/icon-names.ts'

type Attributes = Readonly<Record<string, string>>

/** An element with attributes and children. React would draw the nodes of the editor on every key. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Element | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/** A part of a node that is no text: the cursor doesn't enter it. */
export function control<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Element | string)[]
): HTMLElementTagNameMap[Name] {
  const made = element(name, attributes, ...children)
  made.contentEditable = 'false'
  return made
}

const svg = 'http://www.w3.org/2000/svg'

export function icon(name: IconName): Element {
  const made = document.createElementNS(svg, 'svg')
  made.setAttribute('class', 'icon')
  made.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(svg, 'use')
  use.setAttribute('href', `${consoleUrl.pathname}icons.svg#${name}`)
  made.append(use)
  return made
}

/** The editor leaves alone what happens in the controls of a node. */
export function fromControls(
  ...controls: readonly HTMLElement[]
): Pick<NodeView, 'stopEvent' | 'ignoreMutation'> {
  const isInside = (target: unknown) =>
    controls.some((one) => target instanceof globalThis.Node && one.contains(target))
  return {
    stopEvent: ({ target }) => isInside(target),
    ignoreMutation: ({ target }) => isInside(target),
  }
}
