import type { ThemeRegistration } from 'shiki/core'
import type { CodeKind } from '../blocks/rendering.ts'

/** The parts of a grammar that each kind of word covers. More specific parts take precedence. */
const scopes: Readonly<Record<CodeKind, readonly string[]>> = {
  comment: ['comment', 'punctuation.definition.comment', 'string.quoted.docstring'],
  keyword: [
    'keyword',
    'storage',
    'constant.language',
    'variable.language',
    'keyword.operator.new',
    'keyword.operator.expression',
    'markup.heading',
    'entity.name.section',
    'punctuation.definition.directive',
  ],
  string: [
    'string',
    'punctuation.definition.string',
    'constant.other.symbol',
    'markup.inline.raw',
    'markup.fenced_code',
    'markup.inserted',
  ],
  number: ['constant.numeric', 'constant.character.escape', 'constant.other.color', 'keyword.other.unit'],
  function: ['entity.name.function', 'support.function', 'meta.function-call.generic', 'entity.name.command'],
  type: [
    'entity.name.type',
    'entity.name.class',
    'entity.name.namespace',
    'entity.other.inherited-class',
    'support.type',
    'support.class',
    'storage.type.java',
    'support.type.property-name',
    'punctuation.support.type.property-name',
    'entity.name.tag.yaml',
    'constant.other.option',
  ],
  variable: [
    'variable.parameter',
    'variable.other.normal',
    'variable.other.bracket',
    'entity.other.attribute-name',
  ],
  tag: ['entity.name.tag', 'punctuation.definition.tag', 'markup.deleted'],
}

/** Operators are plain text, although grammars call them keywords. */
const plain = ['keyword.operator', 'punctuation', 'meta.template.expression']

const kinds = Object.keys(scopes) as CodeKind[]

/** A theme whose colours are the numbers of the kinds. */
export const theme: ThemeRegistration = {
  name: 'kinds',
  type: 'light',
  colors: { 'editor.foreground': '#000000', 'editor.background': '#ffffff' },
  settings: [
    { scope: plain, settings: { foreground: '#000000' } },
    ...kinds.map((kind, at) => ({ scope: [...scopes[kind]], settings: { foreground: `#00000${at + 1}` } })),
  ],
}

export function kindOf(color: string | undefined): CodeKind | undefined {
  return kinds[Number(color?.at(-1)) - 1]
}
