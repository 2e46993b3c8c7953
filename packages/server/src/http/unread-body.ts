import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Ends the connection after the answer if the body was not read to its end. What the sender has under way is
 * discarded for a moment, because closing at once would reset the connection before the answer is read.
 */
export function closeIfUnread({ raw }: FastifyRequest, reply: FastifyReply) {
  if (raw.complete !== false || raw.socket === null) return
  const { socket } = raw
  let bytes = 0
  reply.header('connection', 'close')
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > discardedBytesMax) socket.destroy()
  })
  // Node calls this after the response is written.
  socket.destroySoon = () => {
    const timer = setTimeout(() => socket.destroy(), discardingMs).unref()
    socket.once('close', () => clearTimeout(timer))
    socket.end()
  }
}

const discardedBytesMax = 1024 * 1024
const discardingMs = 1000
