import type { DocumentTree } from '../documents/nodes.ts'
import { parseDocument } from '../documents/parse.ts'
import { printDocument } from '../documents/print.ts'
import type { PrintableNode } from '../documents/print-nodes.ts'
import { fromJsonDocument } from './from-json-document.ts'
import { toJsonDocument } from './to-json-document.ts'

/** A text as clients read it. With `page`, without the title, which is a field of the page. */
export function readJsonDocument(markdown: string, options: { readonly page?: boolean } = {}): DocumentTree {
  return toJsonDocument(parseDocument(markdown, options).tree)
}

/** The Markdown of a text that a client sent. */
export function printJsonDocument(document: { readonly nodes: readonly PrintableNode[] }): string {
  return printDocument(fromJsonDocument(document))
}
