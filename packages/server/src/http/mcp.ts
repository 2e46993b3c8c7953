import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Passes a request on to a server of the Model Context Protocol. Nothing is kept between requests, so any
 * process can answer any of them. Import what imports this file when somebody asks: it takes 34 MB, which
 * most servers would have for nothing.
 */
export async function askMcpServer(request: FastifyRequest, url: string, makeServer: () => McpServer) {
  const { fetch } = createMcpHandler(makeServer, { maxSubscriptions: 0 })
  const { accept = '' } = request.headers
  const headers = { ...protocolHeaders(request), accept, 'content-type': 'application/json' }
  const body = JSON.stringify(request.body ?? null)
  const answer = await fetch(new Request(url, { method: 'POST', headers, body }), {
    parsedBody: request.body,
  })
  // The answer is one message, also where older versions of the protocol send it as a stream.
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

export function sendMcpAnswer(reply: FastifyReply, answer: Awaited<ReturnType<typeof askMcpServer>>) {
  const { status, type, text } = answer
  reply.code(status).header('cache-control', 'no-store')
  return (type === null ? reply : reply.type(type)).send(text)
}

/** The headers that the protocol defines, such as its version. */
function protocolHeaders({ headers }: FastifyRequest): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('mcp-'))
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]))
}

export function textResult(text: string) {
  return { content: [{ type: 'text' as const, text }] }
}

/** A sentence that says what to do. */
export function errorResult(text: string) {
  return { ...textResult(text), isError: true }
}
