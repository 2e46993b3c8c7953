import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Digests, Text } from './digests.ts'

/** What a page has found, and what its browser reported about its policy. */
export interface Report {
  readonly digests: readonly Digests[]
  readonly violations: readonly string[]
}

export interface Host {
  readonly url: string
  readonly reported: Promise<Report>
  close(): void
}

/** Serves the bundled page on this machine, with the policy of the console and without isolation. */
export async function host(folder: string, texts: readonly Text[]): Promise<Host> {
  const { promise: reported, resolve, reject } = Promise.withResolvers<Report>()
  const violations: string[] = []
  const took: Readonly<Record<string, (body: string) => void>> = {
    '/digests': (body) => resolve({ digests: JSON.parse(body), violations }),
    '/failure': (body) => reject(new Error(JSON.parse(body))),
    '/violation': (body) => violations.push(body),
  }
  const server = createServer((request, response) => {
    const take = took[request.url ?? '']
    if (take === undefined) void send(request, response, folder, texts)
    else void text(request).then((body) => response.end(void take(body)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}/`, reported, close }
}

async function send(
  { url = '/' }: IncomingMessage,
  response: ServerResponse,
  folder: string,
  texts: readonly Text[],
): Promise<void> {
  const sendAs = (type: string, body: string | Uint8Array) =>
    response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(body)
  if (url === '/') sendAs('text/html; charset=utf-8', html)
  else if (url === '/texts') sendAs('application/json', JSON.stringify(texts))
  else {
    const file = basename(url)
    const bytes = await readFile(join(folder, file)).catch(() => undefined)
    if (bytes === undefined) response.writeHead(404).end()
    else sendAs(extname(file) === '.wasm' ? 'application/wasm' : 'text/javascript', bytes)
  }
}

const html = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>'

const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' https: data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'report-uri /violation',
].join('; ')
