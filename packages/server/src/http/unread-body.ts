import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Closes the connection after the response if the body was not fully read. Further data is discarded for a
 * moment, because closing immediately would reset the connection before the response is read.
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
