import type { Socket } from 'node:net'
import type { ErrorBody } from '@stemma/contract'

/** Bytes that are not an HTTP request reach no route, but the sender still gets the common error body. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, message } = refusals[error.code ?? ''] ?? noRequest
  const body: ErrorBody = { error: { code: Number.parseInt(status, 10), message } }
  const text = JSON.stringify(body)
  const type = 'Content-Type: application/json; charset=utf-8'
  const head = [`HTTP/1.1 ${status}`, type, `Content-Length: ${text.length}`, 'Connection: close']
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
  socket.destroy(error)
}

const noRequest = {
  status: '400 Bad Request',
  message: 'This is not a valid HTTP/1.1 request. Check the client, and any proxy in between.',
}

const refusals: Readonly<Record<string, typeof noRequest>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: 'The request timed out before it was complete. Send it again.',
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The URL and the headers are too long. Shorten them, or move data to the body.',
  },
}
