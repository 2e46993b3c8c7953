import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createEmptyDatabase } from '../../packages/server/src/test/database.ts'
import { freePort } from '../dev/port.ts'
import type { Trial } from './checks.ts'
import { type Packed, run, tsc } from './stage.ts'

/** Installs the packed packages into an empty project, compiles against them, and runs them. */
export async function tryOut(folder: string, tarballs: readonly Packed[], check: Trial) {
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  await writeFile(join(folder, 'program.ts'), program)
  const files = tarballs.map(({ tarball }) => tarball)
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  await check('installing', async () => {
    await run('npm', ['install', ...quietly, ...files], { cwd: folder })
  })
  await check('a program that compiles', async () => {
    const options = [
      '--strict',
      '--target',
      'es2024',
      '--module',
      'nodenext',
      '--lib',
      'es2024,dom',
      '--skipLibCheck',
    ]
    await run(process.execPath, [tsc, ...options, '--types', '', 'program.ts'], { cwd: folder })
  })
  await check('stemma --help', async () => {
    const { stdout } = await run(process.execPath, [commandIn(folder, 'stemma'), '--help'], { cwd: folder })
    assert.match(stdout, /login/)
  })
  const database = await createEmptyDatabase()
  try {
    await tryServer(folder, database.url, check)
  } finally {
    await database.drop()
  }
}

const commandIn = (folder: string, name: string) => join(folder, 'node_modules/.bin', name)

/** Runs the commands of the image, the units and the manifests, in their order. */
async function tryServer(folder: string, url: string, check: Trial) {
  const env = {
    DATABASE_URL: url,
    STEMMA_PORT: String(await freePort()),
    STEMMA_FILES_FOLDER: join(folder, 'files'),
  }
  const main = commandIn(folder, 'stemma-server')
  const server = (...args: string[]) => run(process.execPath, [main, ...args], { cwd: folder, env })
  await check('stemma-server migrate', async () => {
    assert.match((await server('migrate')).stdout, /0001/)
    assert.match((await server('migrate')).stdout, /up to date/)
  })
  let token = ''
  await check('stemma-server init', async () => {
    const names = ['--email', 'ada@example.com', '--organization', 'Example']
    token = JSON.parse((await server('init', ...names, '--json')).stdout).token.secret
  })
  await check('stemma-server serve, and the program', async () => {
    const child = spawn(process.execPath, [main, 'serve'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    try {
      const address = await listening(child.stdout)
      assert.equal((await fetch(`${address}/readyz`)).status, 200)
      const { stdout } = await run(process.execPath, ['program.js', address, token], { cwd: folder })
      assert.equal(stdout, 'Example, one page, a PDF, a spec\n')
    } finally {
      child.kill('SIGTERM')
      const [code] = await ended
      assert.equal(code, 0)
    }
  })
}

async function listening(stdout: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface(stdout)
  for await (const line of lines) {
    const address = /Server listening at (http:[^"]*)/.exec(line)?.[1]
    if (address === undefined) continue
    stdout.resume()
    return address
  }
  throw new Error('stemma-server serve ended before it listened.')
}

/** A developer's first program. For the PDF and the spec, the server starts a process and a thread. */
const program = `import { ApiFailure, createClient, each } from '@stemma/client'
import { operations } from '@stemma/contract'

declare const process: { readonly argv: readonly string[] }
const [, , endpoint = '', token = ''] = process.argv
const stemma = createClient({ endpoint, token })
const said: string[] = []
for await (const { id: organizationId, title } of each(stemma.listOrganizationsForAuthenticatedUser)) {
  said.push(title)
  const body = { title: 'Guide', editMode: 'live' } as const
  const space = await stemma.createSpace({ params: { organizationId }, body })
  const params = { spaceId: space.id }
  const document = { markdown: '# Hello\\n\\nWritten by a program.\\n' }
  await stemma.updateSpaceContent({ params, body: { changes: [{ operation: 'insert_page', document }] } })
  const path = { ...params, pagePath: 'hello' }
  const page = await stemma.getPageByPath({ params: path, query: { format: 'markdown' } })
  if ('markdown' in page && page.markdown === document.markdown) said.push('one page')
  const pdf = await fetch((await stemma.getSpacePDF({ params })).url)
  if ((await pdf.text()).startsWith('%PDF-')) said.push('a PDF')
  const text = '{"openapi": "3.1.0", "info": {"title": "It", "version": "1"}, "paths": {}}'
  const one = { organizationId, specSlug: 'it' }
  await stemma.createOrUpdateOpenAPISpecBySlug({ params: one, body: { source: { text } } })
  for (let round = 0; round < 100; round++) {
    const spec = await stemma.getOpenAPISpecBySlug({ params: one })
    if (spec.processingState === 'complete') {
      said.push(spec.lastProcessErrorCode ?? 'a spec')
      break
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
// @ts-expect-error A field that the contract does not have.
const misspelt = () => stemma.createSpace({ params: { organizationId: 'x' }, body: { titel: 'Guide' } })
const refused = await stemma.getSpaceById({ params: { spaceId: 'none' } }).catch((error: unknown) => error)
if (!(refused instanceof ApiFailure)) said.push('no refusal')
if (operations.getSpaceById.method !== 'GET' || typeof misspelt !== 'function') said.push('another contract')
console.log(said.join(', '))
`
