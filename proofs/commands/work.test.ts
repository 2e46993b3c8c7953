import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '@stemma/client'
import { install } from './installation.ts'

// Not in the package of the command, because it needs a whole server.
const { home, address, organization, token, api, here, stemma } = await install()
const organizationId = organization.id
const space = await api.createSpace({
  params: { organizationId },
  body: { title: 'Handbook', editMode: 'live' },
})
const spaceId = space.id
const insert = (markdown: string) =>
  api.updateSpaceContent({
    params: { spaceId },
    body: { changes: [{ operation: 'insert_page', document: { markdown } }] },
  })
await insert('# Welcome\n\nRead about walruses here.\n')
await insert('# Other\n\nText.\n')
const env = { STEMMA_ENDPOINT: address, STEMMA_TOKEN: token, STEMMA_SPACE: 'Handbook' }
const run = (...args: string[]) => here(args, { env })
const json = async (...args: string[]) => {
  const { stdout, stderr, code } = await run(...args, '--json')
  assert.deepEqual([stderr, code], ['', 0])
  return JSON.parse(stdout)
}
const pathsOf = async (...where: string[]): Promise<string[]> =>
  (await run('pages', 'list', ...where)).stdout
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ +/).at(-1) ?? '')

test('pages are created, moved and deleted in a change request, and the next steps are named', async () => {
  const file = join(home, 'setup.md')
  await writeFile(file, '# Setup\n\nInstall it.\n')
  const created = await run('pages', 'create', 'Setup', '--file', file, '--into', 'welcome')
  assert.equal(created.stderr, '')
  assert.equal(
    created.stdout,
    `Created page Setup in change request #1 Add Setup.
Review it: stemma cr view 1
Merge it: stemma cr merge 1
`,
  )
  assert.equal((await run('pages', 'view', 'welcome/setup', '--cr', '1')).stdout, '# Setup\n\nInstall it.\n')
  const named = await run(
    'pages',
    'create',
    "Ada's",
    '--cr',
    '1',
    '--at',
    '0',
    '--slug',
    'first',
    '--space',
    'Handbook',
  )
  assert.match(named.stdout, /^Created page Ada's .*\n.* --space Handbook\n/)
  assert.deepEqual(await pathsOf('--cr', '1'), ['first', 'welcome', 'welcome/setup', 'other'])

  assert.equal((await run('pages', 'move', 'welcome/setup', '--top', '--at', '0', '--cr', '1')).code, 0)
  assert.equal((await run('pages', 'move', 'other', '--into', 'setup', '--cr', '1')).code, 0)
  assert.deepEqual(await pathsOf('--cr', '1'), ['setup', 'setup/other', 'first', 'welcome'])
  assert.match((await run('pages', 'delete', 'setup', '--cr', '1')).stdout, /^Deleted page Setup in .* #1 /)
  assert.deepEqual(await pathsOf('--cr', '1'), ['first', 'welcome'])
  assert.deepEqual(await pathsOf(), ['welcome', 'other'], 'the space is as it was')
  const moved = await json('pages', 'move', 'other', '--at', '0')
  assert.deepEqual([moved.changeRequest.number, moved.changeRequest.subject], [2, 'Move Other'])
  assert.equal((await run('pages', 'move', 'other')).code, 2)
  assert.equal((await run('pages', 'move', 'other', '--top', '--into', 'welcome')).code, 2)
  assert.equal((await run('pages', 'create', 'X', '--at', '-1')).code, 2)
})

test('search finds pages of one space and of all', async () => {
  for (let round = 0; round < 100; round++) {
    if ((await json('search', 'walruses')).length > 0) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.match(
    (await run('search', 'walruses')).stdout,
    /^SPACE +PAGE +PATH +TEXT\nHandbook +Welcome +welcome +/,
  )
  const [page] = await json('search', 'walruses', '--space', 'Handbook')
  assert.equal(page.title, 'Welcome')
  assert.equal((await run('search')).code, 2)
})

test('comments are added, listed and resolved, on a page or a change request', async () => {
  const added = await run('comments', 'add', 'Is this *true*?', '--page', 'welcome')
  const [, id = ''] =
    /^Added comment (\w+)\.\nResolve it: stemma comments resolve \1\n$/.exec(added.stdout) ?? []
  assert.match(
    (await run('comments', 'list')).stdout,
    new RegExp(`${id} +open +Ada +welcome +0 +Is this \\*true`),
  )
  assert.equal((await run('comments', 'resolve', id)).stdout, `Resolved comment ${id}.\n`)
  assert.deepEqual(await json('comments', 'list'), [])
  assert.equal((await json('comments', 'list', '--status', 'resolved')).length, 1)
  assert.equal((await run('comments', 'resolve', id, '--reopen')).stdout, `Reopened comment ${id}.\n`)
  const onChangeRequest = await here(['comments', 'add', '--file', '-', '--cr', '1', '--json'], {
    env,
    stdin: 'Looks good.',
  })
  assert.equal(JSON.parse(onChangeRequest.stdout).status, 'open')
  assert.equal((await json('comments', 'list', '--cr', '1')).length, 1)
  assert.equal((await run('comments', 'add')).code, 2)
  assert.equal((await run('comments', 'resolve', 'a b')).code, 2)
})

test('history lists revisions, and restore brings one back as a new one', async () => {
  const [newest, older] = await json('history', '--limit', '2')
  assert.match((await run('history')).stdout, /^REVISION +CREATED +BY +TYPE +CHANGES\n/)
  assert.equal((await json('history', '--cr', '1')).length > 0, true)
  const restored = await run('restore', older.id)
  assert.match(restored.stdout, new RegExp(`^Restored revision ${older.id} as revision \\w+\\.\nUndo it: `))
  assert.deepEqual(await pathsOf(), ['welcome'])
  assert.ok(restored.stdout.endsWith(`Undo it: stemma restore ${newest.id}\n`))
  assert.equal((await run('restore', newest.id)).code, 0)
  assert.deepEqual(await pathsOf(), ['welcome', 'other'])
})

test('a folder is imported as a tree of pages, without what Git and package managers keep', async () => {
  const folder = join(home, 'docs')
  await mkdir(join(folder, 'guides', 'node_modules'), { recursive: true })
  await writeFile(join(folder, 'README.md'), '# Start\n\nSee [Größe](guides/größe.md).\n')
  await writeFile(join(folder, 'guides', 'größe.md'), '# Größe\n\nText.\n')
  await writeFile(join(folder, 'guides', 'node_modules', 'no.md'), '# No\n')
  const imported = await run('import', folder, '--space', 'Handbook')
  assert.equal(imported.stderr, '')
  const [, number = ''] =
    /into change request #(\d+) .*\nReview it: stemma cr view \1 /.exec(imported.stdout) ?? []
  const titles = (await run('pages', 'list', '--cr', number)).stdout
  assert.match(titles, /Start/)
  assert.match(titles, /Größe/)
  assert.doesNotMatch(titles, /\bNo\b/)
  await mkdir(join(home, 'empty'))
  assert.equal((await run('import', join(home, 'empty'))).code, 1)
})

test('export and pdf overwrite a file only when somebody says so', async () => {
  const file = join(home, 'handbook.zip')
  await writeFile(file, 'mine')
  const refused = await run('export', 'Handbook', file)
  assert.deepEqual([refused.code, refused.stderr], [1, `${file} exists. Use --force to overwrite it.\n`])
  const asked = { ...env, TERMINAL: 'yes' }
  const no = await here(['export', 'Handbook', file], { env: asked, stdin: 'no' })
  assert.deepEqual([no.code, no.stderr], [1, `Cancelled: ${file} was not changed.\n`])
  assert.equal(await readFile(file, 'utf8'), 'mine')
  assert.equal((await here(['export', 'Handbook', file], { env: asked, stdin: 'yes' })).code, 0)
  assert.match(await readFile(file, 'latin1'), /^PK/)
  assert.equal((await run('export', 'Handbook', file, '--force')).code, 0)

  const pdf = join(home, 'handbook.pdf')
  const saved = await run('pdf', 'Handbook', pdf, '--page', 'welcome', '--only')
  assert.deepEqual([saved.stderr, saved.code], ['', 0])
  assert.match(await readFile(pdf, 'latin1'), /^%PDF-/)
  assert.equal((await run('pdf', 'Handbook', pdf)).code, 1)
  assert.equal((await run('pdf', 'Handbook', pdf, '--only')).code, 2)
})

test('sites are listed, published and opened', async () => {
  const site = await api.createSite({
    params: { organizationId },
    body: { title: 'Docs', spaces: [spaceId] },
  })
  assert.match((await run('sites', 'publish', 'docs')).stdout, /^Published Docs/)
  const [listed] = await json('sites', 'list')
  assert.deepEqual([listed.id, listed.published], [site.id, true])
  const url = listed.urls.published ?? listed.urls.app
  assert.equal((await run('sites', 'open', site.id)).stdout, `${url}\n`)
  assert.equal((await run('sites', 'open', 'Nothing')).code, 4)
})

test('open starts the browser, or prints the URL where there is none', async () => {
  assert.equal((await run('open')).stdout, `${space.urls.app}\n`)
  const opened = await here(['open', 'welcome', '--json'], { env: { ...env, BROWSER: 'yes' } })
  assert.equal(JSON.parse(opened.stdout).opened, true)
  const { urls } = await api.getChangeRequestById({ params: { spaceId, changeRequestId: '1' } })
  // Runs the real command, which starts a browser only from a terminal; this is not one.
  const printed = await stemma(['open', '--cr', '1'], { env: { ...env, BROWSER: 'false' } })
  assert.equal(printed.stdout, `${urls.app}\n`)
})

test('people are invited with a role', async () => {
  const invited = await run('invite', 'bo@example.com, cy@example.com', '--role', 'edit')
  assert.equal(invited.stdout, 'Invited 2 of 2 people as edit.\n')
  const again = await run('invite', 'ada@example.com,di@example.com')
  assert.equal(again.stdout, 'Invited 1 of 2 people as read.\nThe others are members already.\n')
  assert.equal((await run('invite', 'nobody')).code, 1)
})

test('tokens are created, listed and revoked, and the secret is printed once', async () => {
  const { stdout } = await run('tokens', 'create', 'ci', '--scopes', 'user:read', '--days', '30')
  const secret = stdout.trim()
  const user = await createClient({ endpoint: address, token: secret }).getAuthenticatedUser()
  assert.equal(user.displayName, 'Ada')
  const listed = await json('tokens', 'list')
  const { id } = listed.find(({ label }: { label: string }) => label === 'ci')
  assert.doesNotMatch((await run('tokens', 'list')).stdout, new RegExp(secret))
  assert.equal((await run('tokens', 'revoke', id)).code, 0)
  await assert.rejects(createClient({ endpoint: address, token: secret }).getAuthenticatedUser())
  assert.equal((await run('tokens', 'create', 'ci', '--days', '366')).code, 2)
})

test('deleted spaces are listed and restored', async () => {
  const { id } = await api.createSpace({ params: { organizationId }, body: { title: 'Old' } })
  await api.deleteSpaceById({ params: { spaceId: id } })
  assert.deepEqual(
    (await json('trash', 'list')).map(({ title }: { title: string }) => title),
    ['Old'],
  )
  assert.equal((await run('trash', 'restore', 'old')).stdout, `Restored space Old (${id}).\n`)
  assert.equal((await run('trash', 'restore', 'old')).code, 4)
})

test('api calls any operation, with fields from options or a file', async () => {
  assert.match((await run('api')).stdout, /^OPERATION +SUMMARY\n/)
  const fields = await json('api', 'createSpace', '--fields')
  assert.deepEqual(fields[0], { name: 'organizationId', in: 'path', required: true, type: 'string' })
  assert.equal(
    JSON.parse((await run('api', 'getSpaceById', '--field', `spaceId=${spaceId}`)).stdout).id,
    spaceId,
  )
  const where = ['--field', `organizationId=${organizationId}`]
  const list = await json('api', 'listSpacesInOrganizationById', ...where, '--field', 'limit=1')
  assert.equal(list.items.length, 1)
  const made = await json('api', 'createSpace', ...where, '--field', 'title=5', '--field', 'empty:=true')
  assert.equal(made.title, '5')
  const body = await here(['api', 'createSpace', ...where, '--input', '-', '--field', 'title=B'], {
    env,
    stdin: '{"title": "A", "editMode": "live"}',
  })
  const both = JSON.parse(body.stdout)
  assert.deepEqual([both.title, both.editMode], ['B', 'live'])
  const gone = await run('api', 'deleteSpaceById', '--field', `spaceId=${made.id}`)
  assert.deepEqual(gone, { code: 0, stdout: '', stderr: '' })
  const invited = await json('api', 'inviteUsersToOrganization', ...where, '--field', 'emails=ed@example.com')
  assert.equal(invited.invited, 1, 'one value of a list is a list')
})

test('api refuses what an operation does not have, and says what it has', async () => {
  const messages: readonly (readonly [string[], RegExp])[] = [
    [['getSpaceByID'], /^There is no such operation\. Did you mean getSpaceById\?/],
    [['getSpaceById'], /^This operation requires --field spaceId=VALUE\.\n$/],
    [
      ['getSpaceById', '--field', 'space=x'],
      /^This operation has no field space\. Its fields: spaceId, shareKey\.\n$/,
    ],
    [['getSpaceById', '--field', 'spaceId'], /^--field accepts NAME=VALUE/],
    [
      ['createSpace', '--field', 'organizationId=x', '--field', 'empty:=yes'],
      /^The value of empty is not valid JSON/,
    ],
    [['getSpaceById', '--field', 'spaceId=x', '--input', '-'], /^This operation has no body/],
    [['getAuthenticatedUser', '--field', 'a=b'], /^This operation has no fields/],
  ]
  for (const [args, message] of messages) {
    const { code, stderr } = await run('api', ...args)
    assert.match(stderr, message)
    assert.equal(code, 2)
  }
  assert.equal((await run('api', 'getSpaceById', '--field', 'spaceId=nowhere')).code, 4)
})
