import type { MarkSpec, NodeSpec } from 'prosemirror-model'
import { optional, required } from './attributes.ts'
import { attributesOf } from './blocks.ts'
import { inlineKinds, type Kind } from './kinds.ts'

export const inlineNodes: Readonly<Record<string, NodeSpec>> = {
  text: { group: 'inline' },
  hard_break: { group: 'inline', inline: true, selectable: false, toDOM: () => ['br'] },
  ...Object.fromEntries(inlineKinds.map((kind) => [kind.name, inlineNode(kind)])),
  /** A link without text, which no mark can carry, or an inline that has no other node. */
  inline_opaque: {
    group: 'inline',
    inline: true,
    atom: true,
    attrs: { tree: required('object', {}) },
    toDOM: () => ['span', { class: 'opaque' }],
  },
}

function inlineNode(kind: Kind): NodeSpec {
  return {
    group: 'inline',
    inline: true,
    atom: true,
    attrs: { ...attributesOf(kind), more: optional('object') },
    toDOM: (node) => ['span', { class: kind.name }, words(node.attrs)],
  }
}

function words({ code, label, formula, expression, markdown }: Readonly<Record<string, unknown>>): string {
  return String(code ?? label ?? formula ?? expression ?? markdown ?? '')
}

/** From the outermost to the innermost; the order within a tree is the same. */
export const marks: Readonly<Record<string, MarkSpec>> = {
  link: {
    attrs: {
      ref: required('object', {}),
      title: optional('string'),
      objectFit: optional('string'),
      /** 1 if the link before it is adjacent and has the same target: they are two. */
      turn: required('number', 0),
    },
    inclusive: false,
    toDOM: () => ['a', 0],
  },
  bold: { toDOM: () => ['strong', 0] },
  italic: { toDOM: () => ['em', 0] },
  code: { toDOM: () => ['code', 0] },
  keyboard: { toDOM: () => ['kbd', 0] },
  strikethrough: { toDOM: () => ['s', 0] },
  superscript: { toDOM: () => ['sup', 0] },
  subscript: { toDOM: () => ['sub', 0] },
  color: {
    attrs: { text: optional('string'), background: optional('string') },
    toDOM: ({ attrs: { text, background } }) => [
      'mark',
      { 'data-text': text ?? '', 'data-background': background ?? '' },
      0,
    ],
  },
}
