import type { Node } from 'prosemirror-model'
import { Step } from 'prosemirror-transform'
import { schema } from './schema/schema.ts'

export type Applied =
  | { readonly kind: 'applied'; readonly document: Node }
  /** The first step that can't be applied, and why; none of the steps counts. */
  | { readonly kind: 'rejected'; readonly step: number; readonly reason: string }

/** Applies steps that a client sent, and rejects what the schema forbids. */
export function applySteps(document: Node, steps: readonly unknown[]): Applied {
  let current = document
  for (const [index, json] of steps.entries()) {
    try {
      current = applyStep(current, json)
    } catch (error) {
      if (!(error instanceof RangeError) && !(error instanceof TypeError)) throw error
      return { kind: 'rejected', step: index, reason: error.message }
    }
  }
  return { kind: 'applied', document: current }
}

/** A document as steps start from it; undefined if it isn't valid. */
export function documentFromJson(json: unknown): Node | undefined {
  try {
    const document = schema.nodeFromJSON(json)
    document.check()
    return document.type === schema.topNodeType ? document : undefined
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return undefined
    throw error
  }
}

/** ProseMirror checks the ends of a replacement only, so everything that it touches is checked here. */
function applyStep(document: Node, json: unknown): Node {
  const step = Step.fromJSON(schema, json)
  const { doc, failed } = step.apply(document)
  if (doc === null) throw new RangeError(failed ?? 'The step has no result.')
  const ranges: (readonly [number, number])[] = []
  step.getMap().forEach((_oldStart, _oldEnd, start, end) => {
    ranges.push([start, end])
  })
  if (ranges.length === 0) doc.check()
  else for (const [start, end] of ranges) checkBetween(doc, start, end)
  return doc
}

/** Checks the blocks between two places, and the groups and the page around them. */
function checkBetween(document: Node, start: number, end: number): void {
  requireContent(document)
  const [from, to] = [Math.max(0, start - 1), Math.min(document.content.size, end + 1)]
  document.nodesBetween(from, to, (node, _position, parent) => {
    if (parent === document) requireContent(node)
    else node.check()
    return parent === document
  })
}

function requireContent({ type, content }: Node): void {
  if (!type.validContent(content)) throw new RangeError(`Invalid content for node ${type.name}.`)
}
