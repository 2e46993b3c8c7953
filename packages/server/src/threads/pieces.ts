import { setImmediate as nextTurn } from 'node:timers/promises'
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'

/**
 * A value in transfer from a thread. Receiving takes time on the event loop, so the long lists of a large
 * value are left out and follow in pieces.
 */
export interface InPieces {
  readonly value: unknown
  /** The port that receives the pieces. */
  readonly rest?: MessagePort
}

interface Piece {
  /** The path from the value to the list of these items. */
  readonly path: readonly Step[]
  readonly items: readonly unknown[]
}

type Step = string | number

/** The approximate number of values per piece; receiving one takes a few milliseconds. */
const pieceWeight = 10_000

/** Sends a value of plain objects and lists from a thread. */
export function sendInPieces(whole: unknown, send: (sent: InPieces, moved: MessagePort[]) => void) {
  const pieces: Piece[] = []
  const { value } = lighten(whole, undefined, pieces)
  if (pieces.length === 0) return send({ value }, [])
  const { port1, port2 } = new MessageChannel()
  // A list must come before the lists in its items, but was noted after them.
  for (const piece of pieces.reverse()) port1.postMessage(piece)
  send({ value, rest: port2 }, [port2])
}

/** Reassembles a value, and lets other work run between its pieces. */
export async function receivePieces({ value, rest }: InPieces): Promise<unknown> {
  if (rest === undefined) return value
  for (let next = receiveMessageOnPort(rest); next !== undefined; next = receiveMessageOnPort(rest)) {
    const { path, items } = next.message as Piece
    const list = path.reduce((at, step) => (at as Record<Step, unknown>)[step], value) as unknown[]
    for (const item of items) list.push(item)
    await nextTurn()
  }
  rest.close()
  return value
}

/** The path to a value, from its end. */
type Place = { readonly above: Place; readonly step: Step } | undefined

interface Light {
  readonly value: unknown
  readonly weight: number
}

/** Copies a value without the lists that are too long, which are noted as pieces. */
function lighten(value: unknown, place: Place, pieces: Piece[]): Light {
  if (typeof value === 'string') return { value, weight: 1 + value.length / 100 }
  if (typeof value !== 'object' || value === null) return { value, weight: 1 }
  if (Array.isArray(value)) return lightenList(value, place, pieces)
  if (Object.getPrototypeOf(value) !== Object.prototype) return { value, weight: 1 }
  const fields = Object.entries(value).map(
    ([step, field]) => [step, lighten(field, { above: place, step }, pieces)] as const,
  )
  return {
    // Front matter fields can have any name; an assignment to `__proto__` would not create a field.
    value: Object.fromEntries(fields.map(([step, light]) => [step, light.value])),
    weight: fields.reduce((sum, [, light]) => sum + light.weight, 1),
  }
}

function lightenList(list: readonly unknown[], place: Place, pieces: Piece[]): Light {
  const items = list.map((item, step) => lighten(item, { above: place, step }, pieces))
  const weight = items.reduce((sum, item) => sum + item.weight, 1)
  if (weight <= pieceWeight) return { value: items.map(({ value }) => value), weight }
  const path = pathTo(place)
  for (let end = items.length; end > 0; ) {
    let [start, sum] = [end, 0]
    do sum += items[--start]?.weight ?? 0
    while (start > 0 && sum + (items[start - 1]?.weight ?? 0) <= pieceWeight)
    pieces.push({ path, items: items.slice(start, end).map(({ value }) => value) })
    end = start
  }
  return { value: [], weight: 1 }
}

function pathTo(place: Place): Step[] {
  const path: Step[] = []
  for (let at = place; at !== undefined; at = at.above) path.unshift(at.step)
  return path
}
