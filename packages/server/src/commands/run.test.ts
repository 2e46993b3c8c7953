import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadProgram, noProgress } from '@stemma/command-line'
import { version } from '../common/version.ts'
import { program } from './program.ts'
import { run } from './run.ts'

const person = ['--email', 'ada@example.com']
const wrong: readonly (readonly [string[], RegExp])[] = [
  [[], /^Name a command: serve, work, migrate, init, user, token, .*, doctor\. See: stemma-server --help/],
  [['start'], /^There is no such command: name one of serve, /],
  [['serv'], /^There is no such command\. Did you mean stemma-server serve\? See: /],
  [['token'], /^Name a command: token create, token list, token revoke\./],
  [['token', 'delete'], /^There is no such command: name one of token create, /],
  [['token', 'lsit'], /^There is no such command\. Did you mean stemma-server token list\? /],
  [
    ['serve', '3000'],
    /^Everything after the command is given as an option\. See: stemma-server serve --help/,
  ],
  [['serve', '--port=3000'], /^There is no option --port\. See: stemma-server serve --help/],
  [['init', '--organization', 'Acme'], /^Set --email: an e-mail address\./],
  [['init', '--email', 'ada', '--organization', 'Acme'], /^Set --email: an e-mail address\./],
  [['init', ...person], /^Set --organization: 2 to 255 characters\./],
  [['init', ...person, '--organization', 'A'], /^Set --organization: 2 to 255 characters\./],
  [
    ['init', ...person, '--organization', 'Acme', '--name', 'x'.repeat(65)],
    /^Set --name: 1 to 64 characters\./,
  ],
  [['init', ...person, '--organization='], /^Option --organization has an empty value\./],
  [['token', 'list'], /^Name the user: --email EMAIL or --user ID\./],
  [['token', 'list', ...person, '--user', 'x'], /^Name the user: --email EMAIL or --user ID\./],
  [['token', 'list', '--user', '../x'], /^Set --user: an id\./],
  [['token', 'create', ...person], /^Set --label: 1 to 50 characters\./],
  [
    ['token', 'create', ...person, '--label', 'ci', '--scopes', 'all'],
    /^--scopes accepts a comma-separated list of: .*user:read/,
  ],
  [
    ['token', 'create', ...person, '--label', 'ci', '--expires-in-days', '366'],
    /^Set --expires-in-days to .* 365\./,
  ],
  [['token', 'create', ...person, '--label', 'ci', '--expires-in-days', '0'], /^Set --expires-in-days/],
  [['token', 'create', ...person, '--label', 'ci', '--organization', 'a b'], /^Set --organization: an id\./],
  [['token', 'revoke'], /^Set --id: an id\./],
  [['token', 'revoke', 'stm_secret'], /^Everything after the command is given as an option\./],
]
for (const [args, sentence] of wrong) {
  test(`stemma-server ${args.join(' ')} is wrong usage`, async () => {
    const { code, stdout, stderr } = await here(args)
    assert.match(stderr, sentence)
    assert.equal(stderr.split('\n').length, 2, 'one line')
    assert.ok(!stderr.includes('stm_secret'))
    assert.equal(stdout, '')
    assert.equal(code, 2)
  })
}

test('there is help for everything', async () => {
  const overview = await here(['--help'])
  assert.equal(overview.code, 0)
  for (const { name, summary, options } of (await loadProgram(program)).commands) {
    assert.ok(overview.stdout.includes(summary), `${name} is in the overview`)
    const help = await here([...name.split(' '), '--help'])
    assert.equal(help.code, 0)
    for (const option of [...Object.keys(options), 'json', 'help']) {
      assert.match(help.stdout, new RegExp(`^  --${option}\\b`, 'm'))
    }
  }
  const family = await here(['token', '--help'])
  assert.equal(family.code, 0)
  assert.match(family.stdout, /token revoke/)
  assert.doesNotMatch(family.stdout, /migrate/)
})

test('the version is that of the package', async () => {
  assert.deepEqual(await here(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' })
})

/** Runs everything except `main.ts`, in this process. */
async function here(args: readonly string[]) {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const code = await run(args, {
    progress: noProgress,
    print: (text) => stdout.push(text),
    complain: (text) => stderr.push(text),
  })
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}
