import {
  blockPrinter,
  diffBlocks,
  mergeDocuments,
  parseDocument,
  printDocument,
} from '@stemma/content/documents'
import { open, type Saved, save } from '@stemma/editing'
import { editsOf } from './edits.ts'

export interface Text {
  readonly name: string
  readonly markdown: string
}

/** What an engine makes of a text, by task, as hashes that can be compared with those of another engine. */
export type Digests = Readonly<Record<string, string>>

/** The same in Node and in browsers; each hashes with its own SHA-256, not with ours. */
export async function digestsOf(texts: readonly Text[]): Promise<Digests[]> {
  const all: Digests[] = []
  for (const [at, { markdown }] of texts.entries()) {
    const page = parseDocument(markdown, { page: true })
    const { tree } = page
    all.push({
      parsed: await digestOf(JSON.stringify(page)),
      printed: await digestOf(printDocument(tree)),
      blocks: await digestOf(JSON.stringify(tree.nodes.map(blockPrinter(tree)))),
      merged: await digestOf(JSON.stringify(mergedWith(markdown, texts[at - 1], texts[at + 1]))),
      saved: await digestOf(JSON.stringify(savesOf(markdown))),
    })
  }
  return all
}

/** Neighbours in the corpus have little in common, which makes many changes and conflicts. */
function mergedWith(base: string, before: Text | undefined, after: Text | undefined): unknown {
  const [ours, theirs] = [before?.markdown ?? '', after?.markdown ?? '']
  if ([base, ours, theirs].some(({ length }) => length > mergedLengthMax)) return undefined
  return [diffBlocks(base, ours), mergeDocuments({ base, ours, theirs })]
}

const mergedLengthMax = 20_000

/** The page as it is opened, and the text after each of some edits. */
function savesOf(markdown: string): unknown {
  if (markdown.length > editedLengthMax) return undefined
  const { base, document } = open(markdown)
  const saves = editsOf(document, editsEach).map((edit) => toResult(save(base, edit.document)))
  return [document.toJSON(), toResult(save(base, document)), ...saves]
}

const editedLengthMax = 200_000
const editsEach = 5

function toResult(saved: Saved): string {
  return saved.kind === 'saved' ? saved.text : saved.kind
}

async function digestOf(text = ''): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
