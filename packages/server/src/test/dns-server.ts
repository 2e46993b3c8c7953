import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** A small DNS server over UDP on the loopback interface that serves TXT records. */
export async function startDnsServer() {
  const texts = new Map<string, readonly string[]>()
  const state = { failing: false, asked: 0 }
  const socket = createSocket('udp4')
  socket.on('message', (query, { address, port }) => {
    state.asked++
    const { name, end } = questionOf(query)
    const found = state.failing ? undefined : texts.get(name)
    const code = state.failing ? serverFailure : found ? 0 : nameError
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180 | code, 2)
    head.writeUInt16BE(found?.length ?? 0, 6)
    head.writeUInt32BE(0, 8)
    const answers = (found ?? []).map(answerOf)
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  return { texts, state, address: `127.0.0.1:${port}`, stop: () => socket.close() }
}

const [serverFailure, nameError] = [2, 3]

/** Returns the name in the question, and the offset where the question ends. */
function questionOf(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

/** Encodes a text as one TXT record, split into strings as the protocol requires. */
function answerOf(text: string): Buffer {
  const pieces = text.match(/.{1,20}/gs) ?? []
  const data = Buffer.concat(pieces.map((piece) => Buffer.from([piece.length, ...Buffer.from(piece)])))
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
