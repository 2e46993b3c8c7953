import {
  loadParser,
  type PrintableNode,
  parseDocument,
  printJsonDocument,
  readJsonDocument,
  resolveConflicts,
} from '@stemma/content/documents'
import type { DocumentNode } from '@stemma/contract'
import { applySteps, type Base, blocksOf, open, resync, save, sliceOfMarkdown } from '@stemma/editing'
import type { Node } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'
import type { Answered } from '../../app/asked-worker.ts'
import type { Answers, Asked, Taken } from './messages.ts'

/**
 * Parses and prints, so that typing never waits for it. It follows the document of the page step by step, and
 * answers in the order of the questions.
 */
interface Followed {
  readonly base: Base
  readonly document: Node
  /** The base of the last comparison, until the page has taken its steps. */
  readonly compared?: Base
}

let followed: Followed | undefined
let queue: Promise<void> = loadParser()

self.addEventListener('message', ({ data }: MessageEvent<Asked | Taken>) => {
  queue = queue.then(() => handle(data)).catch(() => undefined)
})

function handle(message: Asked | Taken) {
  if (message.kind === 'taken') return follow(message)
  try {
    reply({ id: message.id, answer: answer(message) })
  } catch (error) {
    reply({ id: message.id, failure: String(error) })
  }
}

function reply(answered: Answered<Answers[keyof Answers]>) {
  self.postMessage(answered)
}

function follow({ steps, compared }: Taken) {
  const { base, document, compared: next } = current()
  // If they can't be applied, a text without them must not be saved: then every question fails.
  followed = undefined
  const applied = applySteps(document, steps)
  if (applied.kind === 'rejected') throw new Error(applied.reason)
  followed = { base: compared && next !== undefined ? next : base, document: applied.document }
}

function answer(asked: Asked): Answers[keyof Answers] {
  if (asked.kind === 'open') {
    followed = open(asked.text)
    return { document: followed.document.toJSON() }
  }
  if (asked.kind === 'save') return written()
  if (asked.kind === 'compare') return compare(asked.text)
  if (asked.kind === 'paste') return { slice: sliceOfMarkdown(asked.text).toJSON() }
  if (asked.kind === 'read') return { nodes: readJsonDocument(asked.text).nodes as DocumentNode[] }
  if (asked.kind === 'print')
    return { text: printJsonDocument({ nodes: asked.nodes as readonly PrintableNode[] }) }
  if (asked.kind === 'blocks') return placesIn(asked.text)
  return resolveConflicts(asked.versions, new Map(asked.choices))
}

function placesIn(text: string): Answers['blocks'] {
  const { blocks } = parseDocument(text)
  return {
    ranges: blocks.map(({ start, end }) => [start, end] as const),
    keys: blocks.map(({ key }) => key),
  }
}

function written(): Answers['save'] {
  const { base, document } = current()
  const saved = save(base, document)
  if (saved.kind === 'saved') return { kind: 'saved', text: saved.text, isStale: saved.isStale }
  const all = blocksOf(document)
  return { kind: 'unwritable', blocks: saved.blocks.map((block) => all.indexOf(block)) }
}

function compare(text: string): Answers['compare'] {
  const { base, document } = current()
  const transform = new Transform(document)
  followed = { base, document, compared: resync(transform, base, text) }
  return { steps: transform.steps.map((step) => step.toJSON()) }
}

function current(): Followed {
  if (followed === undefined) throw new Error('No text is open.')
  return followed
}
