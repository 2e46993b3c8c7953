import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '@stemma/client'
import { createUser, issueToken } from '../../packages/server/src/commands/accounts.ts'
import { install } from './installation.ts'

// Not in the package of the command, because it needs a whole server.
const { home, address, organization, token: adminToken, api, moment, here, stemma } = await install()
const params = { organizationId: organization.id }
await api.inviteUsersToOrganization({
  params,
  body: { emails: [{ email: 'bo@example.com', role: 'edit' }] },
})
const bo = await moment(async (one) => {
  const userId = await createUser(one, { email: 'bo@example.com', displayName: 'bo' })
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  return issueToken(one, { userId, label: 'test', expiresAt })
})
const boApi = createClient({ endpoint: address, token: bo.secret })
for (const { id } of (await boApi.listInvitationsForAuthenticatedUser({})).items) {
  await boApi.acceptInvitation({ params: { invitationId: id } })
}

const asBo = { STEMMA_ENDPOINT: address, STEMMA_TOKEN: bo.secret ?? '' }
const space = await api.createSpace({ params, body: { title: 'Handbook', editMode: 'live' } })
const spaceId = space.id
const write = (markdown: string, page?: string) =>
  api.updateSpaceContent({
    params: { spaceId },
    body: {
      changes: [
        page === undefined
          ? { operation: 'insert_page', document: { markdown } }
          : { operation: 'update_page', page, document: { markdown } },
      ],
    },
  })
const welcome = '# Welcome\n\nFirst.\n\nSecond.\n\nThird.\t\u0007bell\n'
await write(welcome)
await write('# Other\n\nText.\n')
const pages = (await api.listPages({ params: { spaceId } })).pages
const pageId = pages[0]?.id ?? ''

test('login and use save what need not be said again, for its owner alone', async () => {
  const stdin = `${adminToken}\n`
  const login = await stemma(['login', '--endpoint', address, '--with', 'token'], { stdin })
  assert.deepEqual(login, { code: 0, stdout: `Signed in to ${address} as Ada.\n`, stderr: '' })
  assert.equal((await here(['cr', 'list'])).code, 2, 'no space is chosen yet')
  assert.equal((await here(['use', '--space', 'hAndbook'])).code, 0)
  const chosen = { organization: organization.id, space: spaceId }
  assert.deepEqual(json(await here(['use', '--json'])), chosen)
  assert.equal((await stat(join(home, 'config', 'stemma', 'defaults.json'))).mode & 0o777, 0o600)
  assert.equal(json(await here(['spaces', 'view', '--json'])).id, spaceId)
})

test('spaces are listed, got by id or title, and created', async () => {
  const created = json(await here(['spaces', 'create', 'Twice', '--json']))
  assert.deepEqual([created.title, created.editMode], ['Twice', 'locked'])
  assert.equal((await here(['spaces', 'view', 'Twice'])).stdout.split('\n')[0], `id            ${created.id}`)
  const another = json(await here(['spaces', 'create', 'Twice', '--edit-mode', 'live', '--json']))
  const both = await here(['spaces', 'view', 'Twice'])
  assert.equal(both.code, 2)
  assert.match(both.stderr, /^2 spaces have this title: name one by its id: \w{22}, \w{22}\.\n$/)
  assert.equal(json(await here(['spaces', 'view', another.id, '--json'])).id, another.id)
  const listed = json(await here(['spaces', 'list', '--json']))
  assert.deepEqual(listed.map(({ title }: { title: string }) => title).sort(), ['Handbook', 'Twice', 'Twice'])
  assert.equal(json(await here(['spaces', 'list', '--limit', '2', '--json'])).length, 2)
  assert.match((await here(['spaces', 'list'])).stdout, /^ID +TITLE +VISIBILITY +CHANGES +UPDATED\n/)
  assert.equal((await here(['spaces', 'view', 'No such space'])).code, 4)
})

test('pages are listed as a tree, and a page comes byte for byte', async () => {
  const { stdout } = await here(['pages', 'list'])
  assert.match(stdout, /^ID +TITLE +TYPE +PATH\n\w{22} +Welcome +document +welcome\n\w{22} +Other/)
  assert.equal(json(await here(['pages', 'list', '--json'])).length, 2)
  assert.equal(json(await here(['pages', 'list', '--limit', '1', '--json'])).length, 1)
  for (const named of [pageId, 'welcome', '/welcome/'])
    assert.equal((await here(['pages', 'view', named])).stdout, welcome)
  assert.equal(json(await here(['pages', 'view', 'welcome', '--json'])).markdown, welcome)
  const missing = await here(['pages', 'view', 'nowhere'])
  assert.equal(missing.code, 4)
  assert.match(missing.stderr, /stemma pages list .*\nRequest id: \w+\n$/)
})

test('an edit opens a change request or goes on with one; without a change nothing is written', async () => {
  const edit = (script: string, ...more: string[]) =>
    here(['pages', 'edit', 'welcome', ...more], { env: { EDITOR: script } })
  assert.deepEqual(await edit('true'), {
    code: 0,
    stdout: 'The text is unchanged, so nothing was saved.\n',
    stderr: '',
  })
  const failed = await edit('sh -c "echo lost >> $1; exit 3" editor')
  assert.equal(failed.code, 1)
  assert.match(failed.stderr, /^The editor exited with 3, so nothing was saved\.\nYour text is kept in \//)
  assert.equal(
    (await api.listChangeRequestsForSpace({ params: { spaceId }, query: { status: 'draft' } })).count,
    0,
  )

  // Runs the real command once: its editor is a process that shares the terminal.
  const edited = await stemma(['pages', 'edit', 'welcome'], { env: { EDITOR: 'sed -i s/Second/2nd/' } })
  assert.equal(edited.stderr, '')
  assert.match(
    edited.stdout,
    /^Saved page Welcome in change request #1 Edit Welcome\.\nReview it: stemma cr view 1\n/,
  )
  const again = await edit('sed -i s/First/1st/', '--cr', '1', '--json')
  assert.deepEqual([json(again).number, json(again).status], [1, 'draft'])
  const text = (await here(['pages', 'view', 'welcome', '--cr', '1'])).stdout
  assert.equal(text, welcome.replace('First', '1st').replace('Second', '2nd'))
  assert.equal((await here(['pages', 'view', 'welcome'])).stdout, welcome)
  const piped = await here(['pages', 'edit', pageId, '--cr', '#1', '--file', '-'], {
    stdin: `${text}\nMore.\n`,
  })
  assert.equal(piped.code, 0)
})

test('a text that somebody changed meanwhile is not written over, and the edit is kept', async () => {
  const racing = join(home, 'racing.mjs')
  await writeFile(
    racing,
    `import { appendFileSync } from 'node:fs'
const [page, markdown, file] = process.argv.slice(2)
const changes = [{ operation: 'update_page', page, document: { markdown } }]
await fetch('${address}/v1/spaces/${spaceId}/content', { method: 'POST', body: JSON.stringify({ changes }),
  headers: { authorization: 'Bearer ' + process.env.STEMMA_TEST_TOKEN, 'content-type': 'application/json' } })
appendFileSync(file, 'Mine.\\n')`,
  )
  process.env.STEMMA_TEST_TOKEN = adminToken
  const raceFor = (page: string, markdown: string) =>
    here(['pages', 'edit', 'other', '--subject', 'Race'], {
      env: { EDITOR: `${process.execPath} ${racing} ${page} '${markdown}'` },
    })
  const other = pages[1]?.id ?? ''
  const count = async () => json(await here(['cr', 'list', '--json'])).length
  const before = await count()
  const raced = await raceFor(other, '# Other\n\nTheirs.\n')
  assert.equal(raced.code, 5)
  const [, kept = ''] =
    /^Somebody else changed this page .*\nYour text is kept in (\S+)\n$/.exec(raced.stderr) ?? []
  assert.equal(await readFile(kept, 'utf8'), '# Other\n\nText.\nMine.\n')
  assert.equal(await count(), before, 'no change request was left behind')
  assert.equal((await raceFor(pageId, welcome)).code, 0, 'of another page it does not matter')
})

test('a change request is shown line by line, in colours on a terminal only', async () => {
  const plain = (await here(['cr', 'diff', '1'])).stdout
  assert.match(
    plain,
    /^page edited: Welcome \(welcome\)\n@@ -1,7 \+1,9 @@\n # Welcome\n \n-First\.\n\+1st\.\n/,
  )
  assert.ok(plain.includes(' Third.\ufffd\ufffdbell\n'), 'what a terminal would obey is not shown to it')
  const { changes } = json(await here(['cr', 'diff', '1', '--json']))
  assert.deepEqual(changes[0].type, 'page_edited')
  const coloured = await stemma(['cr', 'diff', '#1'], { env: { FORCE_COLOR: '1' } })
  assert.ok(coloured.stdout.includes('\u001b[31m-First.\u001b[39m'))
  assert.equal((await stemma(['cr', 'diff', '1'], { env: { NO_COLOR: '1' } })).stdout, plain)
  const env = { FORCE_COLOR: '1' }
  assert.match((await here(['cr', 'diff', '1'], { env })).stdout, /^<bold>page edited/)
  assert.equal((await here(['cr', 'diff', '1', '--no-color'], { env })).stdout, plain)
})

test('conflicts are listed, decided by side, file or editor, and then it merges', async () => {
  await write(welcome.replace('First', 'Erst').replace('Second', 'Zweit'), pageId)
  const stuck = await here(['cr', 'merge', '1'])
  assert.equal(stuck.code, 5)
  assert.match(stuck.stdout, / {2}base {4}First\.\n {2}ours {4}1st\.\n {2}theirs {2}Erst\.\n/)
  assert.match(stuck.stdout, /Resolve them with stemma cr resolve 1, then try again\.\n$/)
  assert.equal((await here(['cr', 'update', '1', '--dry-run', '--json'])).code, 5)
  const conflicts: { id: string }[] = json(await here(['cr', 'conflicts', '1', '--json']))
  const [first = '', second = ''] = conflicts.map(({ id }) => id.replace(`${pageId}-`, ''))
  assert.equal(conflicts.length, 2)

  const half = await here(['cr', 'resolve', '1', '--ours', first.slice(0, 6)])
  assert.deepEqual([half.code, half.stderr.includes(second.slice(0, 6))], [5, true])
  assert.equal((await here(['cr', 'resolve', '1', '--ours', 'zzz'])).code, 4)
  assert.equal((await here(['cr', 'resolve', '1', '--ours', first, '--theirs', first])).code, 2)
  assert.equal((await here(['cr', 'resolve', '1', '--text', first])).code, 2)
  const marked = await here(['cr', 'resolve', '1', '--edit'], { env: { EDITOR: 'true' } })
  assert.deepEqual([marked.code, /conflict markers/.test(marked.stderr)], [5, true])

  const agreed = join(home, 'agreed.md')
  await writeFile(agreed, 'Agreed.')
  const editor = { EDITOR: 'sh -c "echo Written. > $1" editor' }
  const done = await here(['cr', 'resolve', '1', '--text', `${pageId}-${first}=${agreed}`, '--edit'], {
    env: editor,
  })
  assert.equal(done.stderr, '')
  assert.match(done.stdout, /^Resolved the conflicts of change request #1 Edit Welcome\.\n$/)
  assert.equal((await here(['cr', 'resolve', '1', '--rest', 'ours'])).code, 5, 'nothing is left to decide')
  assert.equal((await here(['cr', 'conflicts', '1'])).stdout, 'There are no conflicts.\n')
  assert.match((await here(['cr', 'merge', '1', '--dry-run'])).stdout, /would merge without conflicts/)
  const merged = await here(['cr', 'merge', '1'])
  assert.match(merged.stdout, /^Merged change request #1 Edit Welcome: the space is at revision \w{22}\.\n$/)
  assert.match((await here(['pages', 'view', 'welcome'])).stdout, /^# Welcome\n\nAgreed\.\n\nWritten\.\n/)
  const closed = await here(['cr', 'merge', '1'])
  assert.equal(closed.code, 5)
  assert.match(
    closed.stderr,
    /\nChoose another one with stemma cr list, or create one with stemma cr create\.\nRequest id: /,
  )
  const late = await here(['pages', 'edit', 'welcome', '--cr', '1'], { env: { EDITOR: 'false' } })
  assert.deepEqual([late.code, late.stdout], [5, ''], 'told before anything is written')
  assert.match(late.stderr, /^This change request is merged\. Choose another one/)
})

test('change requests are created, listed, changed, reviewed and refused', async () => {
  const named = ['--space', 'Handbook', '--json']
  const created = json(await here(['cr', 'create', '--subject', 'Spelling', ...named], { env: asBo }))
  const number = String(created.number)
  assert.deepEqual([created.subject, created.status], ['Spelling', 'draft'])
  assert.equal(json(await here(['cr', 'edit', number, '--status', 'open', '--json'])).status, 'open')
  assert.equal(json(await here(['cr', 'view', created.id, '--json'])).number, created.number)
  const listed = (await here(['cr', 'list'])).stdout.split('\n')
  assert.match(listed[1] ?? '', new RegExp(`^${number} +open +Spelling +\\S`), 'open ones come first')
  assert.equal(json(await here(['cr', 'list', '--status', 'merged', '--json'])).length, 1)
  assert.equal(json(await here(['cr', 'list', '--limit', '1', '--json'])).length, 1)

  const refused = await here(['cr', 'merge', number, '--space', spaceId], { env: asBo })
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^.+\n.* role.*\nRequest id: \w+\n$/)
  const unwritten = await here(['pages', 'edit', 'other', '--space', spaceId], {
    env: { ...asBo, EDITOR: 'sh -c "yes | head -c 2000001 >> $1" editor' },
  })
  assert.equal(unwritten.code, 1)
  assert.match(
    unwritten.stderr,
    /\nChange request #\d+ was created\. .*\nYour text is kept in \/\S+other\.md\nRequest id: \w+\n$/,
  )
  const approved = await here(['cr', 'review', number, '--approve', '--comment', 'Well *done*.'])
  assert.equal(approved.stdout, `Approved change request #${number} Spelling.\n`)
  assert.match((await here(['cr', 'review', number])).stdout, /^REVIEWER +STATUS +AT *\nAda +approved/)
  assert.equal(json(await here(['cr', 'review', number, '--json']))[0].status, 'approved')
  assert.match((await here(['cr', 'update', number])).stdout, /is up to date with its space\.\n$/)
  assert.equal((await here(['cr', 'diff', number])).stdout, 'This change request has no changes yet.\n')
  assert.equal((await here(['cr', 'view', '999'])).code, 4)
})

test('a token that is not valid is told apart, and use can be taken back', async () => {
  const stranger = await here(['orgs', '--token', `${adminToken}x`])
  assert.equal(stranger.code, 3)
  assert.match(
    stranger.stderr,
    /^The server rejected this token.*\nSign in again: stemma login .* STEMMA_TOKEN .*\nRequest id: /,
  )
  assert.deepEqual(json(await here(['use', '--clear', '--json'])), {})
  assert.equal((await here(['cr', 'list'])).code, 2)
  assert.equal((await here(['cr', 'list'], { env: { STEMMA_SPACE: 'handbook' } })).code, 0)
})

function json({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) {
  assert.equal(stderr, '')
  return JSON.parse(stdout)
}
