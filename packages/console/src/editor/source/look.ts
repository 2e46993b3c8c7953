import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { Decoration, EditorView, MatchDecorator, ViewPlugin } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** CodeMirror writes a stylesheet into the page; its policy accepts only those with this nonce. */
export function nonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

const words = HighlightStyle.define([
  { tag: tags.heading, color: 'var(--code-keyword)', fontWeight: '600' },
  { tag: [tags.strong, tags.emphasis, tags.strikethrough], color: 'var(--code-number)' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--code-function)' },
  { tag: [tags.monospace, tags.string], color: 'var(--code-string)' },
  { tag: [tags.processingInstruction, tags.contentSeparator], color: 'var(--code-comment)' },
  { tag: [tags.comment, tags.meta, tags.labelName], color: 'var(--code-comment)' },
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--code-tag)' },
  { tag: tags.attributeName, color: 'var(--code-type)' },
])

/** Its own base styles are in no layer, so these must be written in its way to count. */
const frame = EditorView.theme({
  '&': { blockSize: '100%', backgroundColor: 'transparent', fontSize: 'var(--size-xs)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.65', fontVariantLigatures: 'none' },
  '.cm-content': { paddingBlock: 'var(--space-4) 30vh', caretColor: 'var(--text)' },
  '.cm-line': { paddingInline: 'var(--space-3) var(--space-5)' },
  '.cm-gutters': { border: '0', backgroundColor: 'var(--well)', color: 'var(--text-3)' },
  '.cm-lineNumbers .cm-gutterElement': {
    minInlineSize: '3rem',
    paddingInline: 'var(--space-2)',
    fontSize: 'var(--size-xxs)',
    lineHeight: 'calc(var(--size-xs) * 1.65)',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-cursor': { borderInlineStartColor: 'var(--text)', borderInlineStartWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklab, var(--primary) 24%, transparent)',
  },
  '.cm-specialChar': { color: 'var(--danger)' },
})

/** Tags of blocks, such as `{% hint %}`, and expressions. */
const blockTags = new MatchDecorator({
  regexp: /\{%[^%\n]{0,500}%\}|\{\{[^{}\n]{0,500}\}\}/g,
  decoration: Decoration.mark({ class: 'source-tag' }),
})

const tagMarks = ViewPlugin.define(
  (view) => ({
    marks: blockTags.createDeco(view),
    update(update) {
      this.marks = blockTags.updateDeco(update, this.marks)
    },
  }),
  { decorations: ({ marks }) => marks },
)

export const sourceLook: Extension = [frame, syntaxHighlighting(words), tagMarks]
