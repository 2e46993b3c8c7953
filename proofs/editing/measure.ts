import { parseDocument } from '@stemma/content/documents'
import { blockFrom, blocksOf, open, type Saved, save } from '@stemma/editing'
import type { Node } from 'prosemirror-model'
import { distance, type Edit, editsOf } from './edits.ts'
import type { Text } from './texts.ts'

export interface Figures {
  documents: number
  /** Texts that are another text after they were opened and saved. */
  different: number
  edits: number
  /** Edits that changed the bytes of another block. */
  outside: number
  /** Edits that change at most four characters more than the edit itself. */
  minimal: number
  /** Edits after which a block is shown as source. */
  unwritable: number
  /** Saved texts that show something else than the page, which must not happen. */
  wrong: number
}

/** Opens and saves texts, then edits and saves each of them in many places. */
export function measure(texts: readonly Text[], editsEach: number, report: (fault: string) => void): Figures {
  const figures = { documents: 0, different: 0, edits: 0, outside: 0, minimal: 0, unwritable: 0, wrong: 0 }
  for (const { name, markdown } of texts) {
    const { base, document } = open(markdown)
    const saved = save(base, document)
    figures.documents++
    if (textOf(saved) !== markdown) {
      figures.different++
      report(`${name} is saved as another text`)
    }
    const isLarge = markdown.length > lengthMax
    for (const edit of editsOf(document, isLarge ? Math.min(editsEach, 2) : editsEach)) {
      count(figures, markdown, edit, save(base, edit.document), (fault) => report(`${name}: ${fault}`))
    }
  }
  return figures
}

/** Texts of a million characters are edited in few places only. */
const lengthMax = 200_000
const extraMax = 4

function count(
  figures: Figures,
  markdown: string,
  edit: Edit,
  saved: Saved,
  report: (fault: string) => void,
): void {
  figures.edits++
  const text = textOf(saved)
  if (text === undefined) {
    figures.unwritable++
    return
  }
  if (distance(markdown, text) - edit.size <= extraMax) figures.minimal++
  if (!isInside(markdown, text, edit.block)) {
    figures.outside++
    report(`an edit of block ${edit.block} changes others`)
  }
  if (!isShown(text, edit.document)) {
    figures.wrong++
    report(`an edit of block ${edit.block} is read as something else`)
  }
}

function textOf(saved: Saved): string | undefined {
  return saved.kind === 'saved' ? saved.text : undefined
}

/** Whether all other blocks have the bytes they had; empty lines beside the block are no bytes of theirs. */
export function isInside(before: string, after: string, block: number): boolean {
  const { blocks } = parseDocument(before)
  const [previous, next] = [blocks[block - 1]?.end ?? 0, blocks[block + 1]?.start ?? before.length]
  return after.startsWith(before.slice(0, previous)) && after.endsWith(before.slice(next))
}

/** Reads the text with nothing of the writer's own checks. */
export function isShown(text: string, document: Node): boolean {
  const read = blocksOf(open(text).document)
  const shown = blocksOf(document)
  return read.length === shown.length && shown.every((block, at) => sourceOf(block) === sourceOf(read[at]))
}

function sourceOf(block: Node | undefined): string {
  if (block === undefined || block.type.name === 'front_matter') return block?.textContent ?? ''
  return JSON.stringify(blockFrom(block))
}
