import { randomBytes } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countStranger } from './allowance.ts'
import type { Core } from './route.ts'
import { credentialsOf } from './visitor.ts'

/** The console as its build left it: files by their path, each as it is and as browsers prefer it. */
export interface BuiltConsole {
  readonly page: string
  /** The page of the frame that draws diagrams. */
  readonly diagrams: string
  readonly files: ReadonlyMap<string, BuiltFile>
}

interface BuiltFile {
  readonly type: string
  readonly plain: Buffer
  readonly packed: { readonly br?: Buffer; readonly gzip?: Buffer }
}

/** Reads all files into memory, about two megabytes. `undefined` in a checkout without `npm run build`. */
export async function readConsole(): Promise<BuiltConsole | undefined> {
  const folder = new URL('.', import.meta.resolve('@stemma/console/dist/index.html'))
  const files = new Map<string, BuiltFile>()
  for await (const path of glob('**/*.{js,css,svg,woff2,wasm}', { cwd: fileURLToPath(folder) })) {
    const type = types[extname(path)]
    if (type !== undefined) files.set(path, await readBuilt(new URL(path, folder), type))
  }
  const page = await readIfThere(new URL('index.html', folder))
  const diagrams = await readIfThere(new URL('diagrams.html', folder))
  return page && diagrams && { page: page.toString(), diagrams: diagrams.toString(), files }
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

async function readBuilt(url: URL, type: string): Promise<BuiltFile> {
  const [br, gzip] = [await readIfThere(new URL(`${url}.br`)), await readIfThere(new URL(`${url}.gz`))]
  return { type, plain: await readFile(url), packed: { ...(br && { br }), ...(gzip && { gzip }) } }
}

async function readIfThere(url: URL): Promise<Buffer | undefined> {
  try {
    return await readFile(url)
  } catch {
    return undefined
  }
}

/** Serves the console at `/app/`. Every address below that is not a file is one of its screens. */
export function mountConsole(app: FastifyInstance, core: Core, built: BuiltConsole) {
  const base = core.addresses.console ?? ''
  // The build names its files relative to the page, which has many addresses.
  const page = built.page
    .replaceAll('"./', `"${new URL(base).pathname}`)
    .replace('__SITES__', core.addresses.sites)
  app.get('/app', (_request, reply) => reply.redirect(base, 308))
  app.get<{ Params: { '*': string } }>('/app/*', (request, reply) => {
    countStranger(core, request, reply)
    const path = request.params['*']
    const file = built.files.get(path)
    if (file !== undefined) return sendFile(request, reply, path, file)
    if (path === diagramsPath) return sendDiagrams(reply, built.diagrams)
    if (/^assets\//.test(path)) return reply.callNotFound()
    if (credentialsOf(request, core).cookie === undefined) return askToSignIn(request, reply, core)
    return sendPage(reply, page, core)
  })
}

/** The name of an asset holds its hash, so browsers keep it; the few others are asked for again. */
function sendFile({ headers }: FastifyRequest, reply: FastifyReply, path: string, file: BuiltFile) {
  const accepted = headers['accept-encoding'] ?? ''
  const { br, gzip } = file.packed
  const [encoding, bytes] =
    br && /\bbr\b/.test(accepted)
      ? (['br', br] as const)
      : gzip && /\bgzip\b/.test(accepted)
        ? (['gzip', gzip] as const)
        : ([undefined, file.plain] as const)
  const isNamedByHash = path.startsWith('assets/')
  reply.headers({
    'cache-control': isNamedByHash ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
    'content-security-policy': filePolicy,
    vary: 'Accept-Encoding',
    ...(encoding && { 'content-encoding': encoding }),
  })
  return reply.type(file.type).send(bytes)
}

/** A worker obeys the policy of its own file. The one that parses texts loads the parser. */
const filePolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"

const diagramsPath = 'diagrams.html'

/**
 * The frame that draws diagrams. What draws them needs inline styles, so it has no origin: it reads no cookie
 * and nothing that the console keeps, and sends nothing anywhere.
 */
function sendDiagrams(reply: FastifyReply, page: string) {
  reply.headers({ 'content-security-policy': diagramsPolicy, 'cache-control': 'public, max-age=300' })
  return reply.type('text/html; charset=utf-8').send(page)
}

const diagramsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ')

/** Spares people without a session a page that could only say so. It notices itself if a session ended. */
function askToSignIn(request: FastifyRequest, reply: FastifyReply, { addresses }: Core) {
  const login = new URL(addresses.login())
  login.searchParams.set('next', request.originalUrl)
  return reply.header('cache-control', 'no-store').redirect(login.href, 303)
}

/** The same page for every screen. It names a nonce for the few styles that its libraries insert. */
function sendPage(reply: FastifyReply, page: string, { files, addresses }: Core) {
  const nonce = randomBytes(18).toString('base64')
  const diagrams = new URL(diagramsPath, addresses.console).href
  const frames = [new URL(addresses.sites).origin, diagrams]
  const policy = policyWith(nonce, files.uploads.origin, frames)
  reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache', vary: 'Accept' })
  return reply.type('text/html; charset=utf-8').send(page.replaceAll('__NONCE__', nonce))
}

function policyWith(nonce: string, uploads: string, frames: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' https: data: blob:",
    `connect-src 'self' ${uploads}`,
    "worker-src 'self'",
    "font-src 'self'",
    // The preview of a site, and what draws diagrams.
    `frame-src ${frames.join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
