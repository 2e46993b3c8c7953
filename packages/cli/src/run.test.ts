import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadProgram, understand } from '@stemma/command-line'
import { program } from './program.ts'
import { given, token } from './test/harness.ts'

const account = ['--endpoint', 'http://127.0.0.1:1', '--token', token]
const wrong: readonly (readonly [string[], RegExp])[] = [
  [[], /^Name a command: login, logout, /],
  [['member'], /^There is no such command\. Did you mean stemma members\? See: stemma --help/],
  [['xyzzy'], /^There is no such command: name one of login, logout, /],
  [[token], /^There is no such command: name one of /],
  [['cr'], /^Name a command: cr list, cr view, .* See: stemma cr --help/],
  [['cr', 'mrege'], /^There is no such command\. Did you mean stemma cr merge\?/],
  [['--json'], /^Name a command: /],
  [['login'], /^Name the server to sign in to: stemma login --endpoint URL/],
  [['login', '--endpoint', 'stemma.example', '--token', token], /^The endpoint must be an address/],
  [['login', '--endpoint', 'http://127.0.0.1:1', '--token', `${token}ü`], /^The token is empty or contains/],
  [['login', token], /^Everything after the command is given as an option\. See: stemma login --help/],
  [
    ['login', `--tokn=${token}`],
    /^There is no option --tokn\. Did you mean --token\? See: stemma login --help/,
  ],
  [['login', '--token'], /argument missing\. See: stemma login --help/],
  [['teams', '--role', 'admin'], /^There is no option --role\. See: stemma teams --help/],
  [['teams', '--org='], /^Option --org has an empty value\./],
  [['teams', '--org', '..', '--endpoint', 'http://127.0.0.1:1', '--token', token], /^--org takes the id/],
  [['use', '--org', '..', ...account], /^--org takes the id of an organization\./],
  [
    ['members', '--role', 'king'],
    /^--role must be one of: read, comment, edit, review, create, admin, guest\./,
  ],
  [['login', '--with', 'magic'], /^--with must be one of: browser, token\./],
  [['completion', 'tcsh'], /^SHELL must be one of: bash, zsh, fish\./],
  [['pages', 'view'], /^Give PAGE: the page, by id or path/],
  [['pages', 'view', 'a', 'b'], /^Only PAGE can be given without a name\. See: stemma pages view --help/],
  [['cr', 'view', 'a b', ...account], /^A change request is named by its number or id\./],
  [['cr', 'edit', '1'], /^Use --subject TEXT or --status STATUS to name what to change\./],
  [['cr', 'review', '1', '--approve', '--request-changes'], /^Use --approve or --request-changes, not both/],
  [['cr', 'review', '1', '--comment', 'Hm.'], /^--comment requires --approve or --request-changes\./],
  [['cr', 'list', '--limit', '0'], /^--limit accepts whole numbers from 1\./],
  [['cr', 'list', ...account], /^Name a space with --space SPACE, or choose one: stemma use --space SPACE/],
  [['import', '--space', 'x'], /^Name a file or folder to import/],
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

test('nobody who is signed in nowhere gets further, and the exit code says so', async (t) => {
  const { here } = await given(t)
  const { code, stderr } = await here(['orgs'])
  assert.match(stderr, /^You are not signed in\. Run stemma login --endpoint URL/)
  assert.equal(code, 3)
})

test('there is help for everything, with usage, options, defaults and examples', async (t) => {
  const { here } = await given(t)
  const overview = await here(['--help'])
  assert.deepEqual(await here(['help']), overview)
  assert.equal(overview.code, 0)
  for (const part of ['Usage: stemma COMMAND', 'STEMMA_SPACE', 'NO_COLOR', '5  A conflict'])
    assert.ok(overview.stdout.includes(part), part)
  const { common } = program
  for (const { name, summary, options, examples = [] } of (await loadProgram(program)).commands) {
    assert.ok(overview.stdout.includes(summary), `${name} is in the overview`)
    const help = await here([...name.split(' '), '--help'])
    assert.equal(help.code, 0)
    assert.deepEqual(await here(['help', ...name.split(' ')]), help)
    assert.match(help.stdout, new RegExp(`^Usage: stemma ${name}\\b`, 'm'))
    for (const option of [...Object.keys({ ...options, ...common }), 'help'])
      assert.match(help.stdout, new RegExp(`^  --${option}\\b`, 'm'))
    assert.ok(examples.length > 0, `${name} has an example`)
    for (const [, line] of examples) assert.ok(help.stdout.includes(line), line)
  }
  assert.match((await here(['cr', 'diff', '--help'])).stdout, /--limit NUMBER .* Default: 100\.$/m)
  for (const group of Object.keys(program.groups)) {
    const { code, stdout } = await here([group, '--help'])
    assert.equal(code, 0)
    assert.match(stdout, new RegExp(`^Usage: stemma ${group} COMMAND`, 'm'))
    assert.doesNotMatch(stdout, /whoami/)
  }
})

test('examples follow the table of commands', async () => {
  for (const { examples = [] } of (await loadProgram(program)).commands) {
    for (const [, line] of examples) {
      const words =
        /(?:^|\| )stemma ([^|<>]*)/
          .exec(line)?.[1]
          ?.trim()
          .match(/'[^']*'|\S+/g) ?? []
      if (line.startsWith('source')) continue
      assert.ok('command' in (await understand(program, words)), line)
    }
  }
})
