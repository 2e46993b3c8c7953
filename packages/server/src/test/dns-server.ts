import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** A small DNS server over UDP on the loopback interface that serves TXT and A records. */
export async function startDnsServer() {
  const texts = new Map<string, readonly string[]>()
  const addresses = new Map<string, string>()
  const state = { failing: false, asked: 0 }
  const addressesAt = (name: string, type: number) => {
    const address = addresses.get(name)
    if (address === undefined) return undefined
    return type === addressType ? [Buffer.from(address.split('.').map(Number))] : []
  }
  const socket = createSocket('udp4')
  socket.on('message', (query, { address, port }) => {
    state.asked++
    const { name, type, end } = questionOf(query)
    const known = type === textType ? texts.get(name)?.map(textOf) : addressesAt(name, type)
    const found = state.failing ? undefined : known
    const code = state.failing ? serverFailure : found ? 0 : nameError
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180 | code, 2)
    head.writeUInt16BE(found?.length ?? 0, 6)
    head.writeUInt32BE(0, 8)
    const answers = (found ?? []).map((data) => answerOf(type, data))
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  return { texts, addresses, state, address: `127.0.0.1:${port}`, stop: () => socket.close() }
}

const [serverFailure, nameError] = [2, 3]
const [addressType, textType] = [1, 16]

/** Returns the name and the type in the question, and the offset where the question ends. */
function questionOf(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** Encodes a text as the data of one TXT record, split into strings as the protocol requires. */
function textOf(text: string): Buffer {
  const pieces = text.match(/.{1,20}/gs) ?? []
  return Buffer.concat(pieces.map((piece) => Buffer.from([piece.length, ...Buffer.from(piece)])))
}

function answerOf(type: number, data: Buffer): Buffer {
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
