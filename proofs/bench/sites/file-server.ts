import { readFileSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'

/**
 * Serves a built site as well as a good file server does: from memory, packed before the first request with
 * gzip at its default level as our server does, kept forever if the name contains a hash, and otherwise
 * revalidated. A URL without an extension is the page of that name or the index of that folder.
 */
export function fileServer(folder: string) {
  const app = Fastify()
  const files = new Map<string, ReturnType<typeof readPacked>>()
  app.get('/*', async (request, reply) => {
    const path = normalize(new URL(request.url, 'http://site').pathname)
    const file = files.get(path) ?? readPacked(folder, path)
    files.set(path, file)
    if (file === undefined) return reply.code(404).send()
    const isHashed = /^\/(?:_astro|assets)\//.test(path)
    if (file.isPacked) reply.header('content-encoding', 'gzip')
    return reply
      .header('cache-control', `public, ${isHashed ? 'max-age=31536000, immutable' : 'max-age=0'}`)
      .type(file.type)
      .send(file.bytes)
  })
  return app
}

function readPacked(folder: string, path: string) {
  const names = extname(path) === '' ? [`${path.replace(/\/$/, '')}.html`, join(path, 'index.html')] : [path]
  for (const name of names) {
    const bytes = readIfThere(join(folder, name))
    const type = types[extname(name)] ?? 'application/octet-stream'
    const isPacked = /text|json|svg/.test(type)
    if (bytes !== undefined) return { bytes: isPacked ? gzipSync(bytes) : bytes, type, isPacked }
  }
  return undefined
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
