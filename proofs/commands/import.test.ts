import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@stemma/client'
import { createTestDatabase } from '../../packages/server/src/test/database.ts'
import { killAll, startServe, stemmaServer } from '../../packages/server/src/test/process.ts'

// Not in the package of the command, because it needs a whole server.
const main = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))
const { url, drop } = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'stemma-command-'))
after(async () => {
  killAll()
  await drop()
  await rm(folder, { recursive: true })
})

test('what one space exports, another imports, by the command line', async () => {
  const port = String(20_000 + Math.floor(Math.random() * 20_000))
  const settings = { DATABASE_URL: url, STEMMA_FILES_FOLDER: join(folder, 'files'), STEMMA_PORT: port }
  const owner = ['--organization', 'Acme', '--name', 'Ada', '--email', 'ada@example.com']
  const token = /stm_[\w-]+/.exec((await stemmaServer(['init', ...owner], settings)).stdout)?.[0] ?? ''
  const { address } = await startServe(settings)
  const api = createClient({ endpoint: address, token })
  const [organization] = (await api.listOrganizationsForAuthenticatedUser()).items
  const params = { organizationId: organization?.id ?? '' }
  const create = async () => (await api.createSpace({ params, body: { editMode: 'live' } })).id
  const [from, to] = [await create(), await create()]
  const stemma = async (...args: string[]) => {
    const env = { HOME: folder, STEMMA_ENDPOINT: address, STEMMA_TOKEN: token }
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [main, ...args], { env })
    const isQuiet = args.includes('--json') || args.includes('--quiet')
    assert.match(stderr, isQuiet ? /^$/ : /^(?:\d+(?: of \d+)? (?:bytes|pages and files)\n)*$/)
    return stdout
  }

  const text = join(folder, 'hello.md')
  await writeFile(text, '# Hello\n\nWorld\n')
  const brought = JSON.parse(await stemma('import', text, '--space', from, '--json'))
  assert.equal(brought.status, 'completed')
  await api.mergeChangeRequest({ params: { spaceId: from, changeRequestId: brought.target.changeRequest } })
  const zip = join(folder, 'space.zip')
  assert.match(await stemma('export', from, zip), /^Saved .*space\.zip: \d+ bytes\.\n$/)
  assert.equal(
    await stemma('export', from, zip, '--force', '--quiet'),
    `Saved ${zip}: ${(await stat(zip)).size} bytes.\n`,
  )
  const answer = await stemma('import', zip, '--space', to)
  const changeRequestId = /change request #(\d+)/.exec(answer)?.[1] ?? ''
  const again = await api.exportChangeRequestContent({ params: { spaceId: to, changeRequestId } })
  assert.equal(again.hash, (await api.exportSpaceContent({ params: { spaceId: from } })).hash)
  await assert.rejects(stemma('import', '--space', to), /Name a file or folder/)
})
