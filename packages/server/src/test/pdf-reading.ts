import { type DocumentNode, parseDocument } from '@stemma/content'
import { extractText, getDocumentProxy } from 'unpdf'

export interface ReadPDF {
  /** The number of printed pages. */
  readonly pages: number
  readonly text: string
}

/** Reads a PDF with an independent library. */
export async function readPDF(bytes: Uint8Array): Promise<ReadPDF> {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { totalPages, text } = await extractText(document, { mergePages: true })
  return { pages: totalPages, text }
}

/** The headings and code lines of a text, which its PDF must contain in this order. */
export function promisesOf(markdown: string): string[] {
  return promisesIn(parseDocument(markdown, { page: true }).tree.nodes)
}

function promisesIn(nodes: readonly DocumentNode[]): string[] {
  return nodes.flatMap((node): string[] => {
    if (node.object === 'text' || node.object === 'inline') return []
    const isKept = node.object === 'block' && /^(?:heading-\d|code-line)$/.test(node.type)
    if (isKept) return [wordsIn(node.nodes ?? [])]
    return promisesIn([...(node.nodes ?? []), ...('fragments' in node ? (node.fragments ?? []) : [])])
  })
}

function wordsIn(nodes: readonly DocumentNode[]): string {
  return nodes
    .map((node) =>
      node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : wordsIn(node.nodes ?? []),
    )
    .join('')
}

/** Returns those that are missing or out of order. */
export function missingFrom(text: string, promises: readonly string[]): string[] {
  const found = comparable(text)
  let at = 0
  return promises.filter((promise) => {
    const wanted = comparable(promise)
    const next = found.indexOf(wanted, at)
    if (next >= 0) at = next + wanted.length
    return next < 0
  })
}

/** Typesetting changes line breaks and joins letters into ligatures, so both are normalized. */
function comparable(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\p{C}]/gu, '')
}
