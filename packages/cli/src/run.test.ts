import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commands } from './commands/index.ts'
import { given, token } from './test/harness.ts'

const wrong: readonly (readonly [string[], RegExp])[] = [
  [[], /^Name a command: login, logout, /],
  [['member'], /^Name a command: /],
  [['--json'], /^Name a command: /],
  [['login'], /^Say where to sign in: stemma login --endpoint URL/],
  [['login', '--endpoint', 'stemma.example', '--token', token], /^The endpoint must be an address/],
  [['login', '--endpoint', 'http://127.0.0.1:1', '--token', `${token}ü`], /^The token is empty or contains/],
  [['login', token], /^Everything after the command is given as an option\. See: stemma login --help/],
  [['login', `--tokn=${token}`], /^There is no option --tokn\. See: stemma login --help/],
  [['login', '--token'], /argument missing\. See: stemma login --help/],
  [['teams', '--role', 'admin'], /^There is no option --role\. See: stemma teams --help/],
  [['teams', '--org='], /^Option --org has an empty value\./],
  [['teams', '--org', '..', '--endpoint', 'http://127.0.0.1:1', '--token', token], /^--org takes the id/],
  [
    ['members', '--role', 'king'],
    /^--role takes one of: read, comment, edit, review, create, admin, guest\./,
  ],
  [['orgs'], /^You are not signed in/],
]
for (const [args, sentence] of wrong) {
  test(`stemma ${args.join(' ').replace(token, 'TOKEN')} is wrong usage`, async (t) => {
    const { here } = await given(t)
    const { code, stdout, stderr } = await here(args)
    assert.match(stderr, sentence)
    assert.equal(stderr.split('\n').length, 2, 'one line')
    assert.equal(stdout, '')
    assert.equal(code, 2)
  })
}

test('there is help for everything', async (t) => {
  const { here } = await given(t)
  const overview = await here(['--help'])
  assert.equal(overview.code, 0)
  for (const { name, summary, options } of commands) {
    assert.ok(overview.stdout.includes(summary), `${name} is in the overview`)
    const help = await here([name, '--help'])
    assert.equal(help.code, 0)
    for (const option of [...Object.keys(options), 'endpoint', 'token', 'json', 'help']) {
      assert.match(help.stdout, new RegExp(`^  --${option}\\b`, 'm'))
    }
  }
})
