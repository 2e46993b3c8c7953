import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tooLong, tooManyLong, wrongWords } from './form.ts'
import { circles, type House, strayPaths, unreachable, wrongPackages } from './imports.ts'
import { unknownProperties, wrongMarkup, wrongStyles } from './markup.ts'
import {
  wrongFolders,
  wrongQueries,
  wrongRules,
  wrongSlices,
  wrongStores,
  wrongSurroundings,
} from './server.ts'
import { type Source, sourceOf } from './source.ts'

// Shows each rule failing, on the smallest file that breaks it.
const house: House = {
  sources: [],
  sheets: [],
  packages: [
    pack('contract', ['typebox', 'fastify']),
    pack('content', ['@stemma/contract']),
    pack('client', ['@stemma/contract', '@stemma/server']),
    pack('server', ['@stemma/contract', 'kysely', '@stemma/client']),
  ],
  devDependencies: ['fast-check'],
  scripts: ['tools/run.ts'],
}

test('an import that the manifest does not declare is found', () => {
  const faults = (path: string, text: string) => wrongPackages(sourceOf(path, text), house)
  assert.deepEqual(faults('packages/server/src/a.ts', "import { sql } from 'kysely'"), [])
  assert.deepEqual(faults('packages/server/src/a.ts', "import { x } from 'node:fs'"), [])
  assert.deepEqual(faults('packages/server/src/a.ts', "import pg from 'pg'"), [
    'packages/server/src/a.ts imports pg: add it to the dependencies of @stemma/server, or do without',
  ])
  for (const text of [
    "export { x } from 'pg'",
    "import 'pg'",
    "import {\n  x,\n} from 'pg/lib'",
    "await import('pg')",
    "import type pg from 'pg'",
    "import fc from 'fast-check'",
  ]) {
    assert.equal(faults('packages/server/src/a.ts', text).length, 1, text)
  }
  assert.deepEqual(faults('packages/server/src/a.test.ts', "import fc from 'fast-check'"), [])
  assert.deepEqual(faults('tools/a.ts', "import { sql } from 'kysely'"), [])
  assert.equal(faults('tools/a.ts', "import { x } from 'left-pad'").length, 1)
})

test('an import of ours against the arrows is found, even if declared', () => {
  const faults = (path: string, text: string) => wrongPackages(sourceOf(path, text), house)
  assert.deepEqual(faults('packages/client/src/a.ts', "import { x } from '@stemma/contract'"), [])
  assert.deepEqual(faults('packages/content/src/a.ts', "import { x } from '@stemma/contract'"), [
    'packages/content/src/a.ts imports @stemma/contract, to which no arrow leads from @stemma/content',
  ])
  assert.equal(faults('packages/contract/src/a.ts', "import { x } from 'fastify'").length, 1)
  assert.deepEqual(faults('packages/server/src/a.ts', "import { x } from '@stemma/client'"), [])
  assert.equal(faults('packages/client/src/a.ts', "import { x } from '@stemma/server'").length, 1)
  assert.equal(faults('packages/server/src/a.ts', "import { x } from '@stemma/contract/src/x.ts'").length, 1)
})

test('an import of a part that a package does not export, or of an undeclared name, is found', () => {
  const exports = new Map([['@stemma/contract/part', 'packages/contract/src/part.ts']])
  const packages = house.packages.map((one) => (one.name === '@stemma/contract' ? { ...one, exports } : one))
  const faults = (text: string) =>
    wrongPackages(sourceOf('packages/client/src/a.ts', text), { ...house, packages })
  assert.deepEqual(faults("import { x } from '@stemma/contract/part'"), [])
  assert.equal(faults("import { x } from '@stemma/contract/other'").length, 1)
  assert.deepEqual(faults("import { x } from '#platform'"), [])
  assert.equal(faults("import { x } from '#other'").length, 1)
})

test('a path that leaves its package is found', () => {
  const faults = (path: string, text: string) => strayPaths(sourceOf(path, text), house)
  assert.deepEqual(faults('packages/server/src/a/b.ts', "import x from '../../package.json' with {}"), [])
  assert.equal(faults('packages/server/src/a.ts', "import x from '../../client/src/x.ts'").length, 1)
  assert.deepEqual(faults('tools/a.ts', "import x from '../packages/client/src/x.ts'"), [])
})

test('an import against the arrows of the server is found', () => {
  const from = 'packages/server/src/'
  const faults = (path: string, text: string) => wrongFolders(sourceOf(from + path, text))
  for (const [path, target] of [
    ['http/a.ts', '../db/x.ts'],
    ['http/headers.ts', '../common/errors.ts'],
    ['resources/teams/handlers.ts', '../../http/x.ts'],
    ['resources/teams/handlers.ts', './store.ts'],
    ['commands/serve.ts', '../app.ts'],
    ['app.ts', './http/x.ts'],
    ['db/a.test.ts', '../http/x.ts'],
  ] as const) {
    assert.deepEqual(faults(path, `import { x } from '${target}'`), [], path)
  }
  for (const [path, target] of [
    ['db/a.ts', '../http/x.ts'],
    ['db/a.ts', '../app.ts'],
    ['auth/a.ts', '../events/x.ts'],
    ['http/a.ts', '../resources/teams/store.ts'],
    ['http/headers.ts', '../config/config.ts'],
    ['commands/a.ts', '../http/x.ts'],
    ['common/context.ts', '../db/x.ts'],
    ['app.ts', './test/x.ts'],
    ['unheard-of/a.ts', '../db/x.ts'],
  ] as const) {
    assert.equal(faults(path, `import { x } from '${target}'`).length, 1, path)
  }
  assert.deepEqual(faults('http/headers.ts', "import type { Config } from '../config/config.ts'"), [])
  assert.deepEqual(faults('common/context.ts', "import type { Database } from '../db/database.ts'"), [])
})

test('a slice that uses more of another than its index and its store is found', () => {
  const path = 'packages/server/src/resources/people/teams/handlers.ts'
  assert.deepEqual(wrongSlices(sourceOf(path, "import * as members from '../members/index.ts'")), [])
  assert.deepEqual(wrongSlices(sourceOf(path, "import * as members from '../members/store.ts'")), [])
  const members = 'packages/server/src/resources/people/members'
  assert.deepEqual(wrongSlices(sourceOf(path, "import type { X } from '../members/rules.ts'")), [
    `${path} imports ${members}/rules.ts: export it from the index.ts of its slice, and import that`,
  ])
})

test('a store that re-exports is found', () => {
  const slice = 'packages/server/src/resources/people/members/'
  const faults = (name: string, text: string) => wrongStores(sourceOf(slice + name, text))
  for (const text of [
    "export { x } from './rules.ts'",
    "export type {\n  X,\n} from './shape.ts'",
    "export * from './shape.ts'",
  ]) {
    assert.equal(faults('store.ts', text).length, 1, text)
    assert.deepEqual(faults('index.ts', text), [], text)
  }
  const own =
    "import { x } from './rules.ts'\nexport function from(db: Database) {}\nexport const y = { x }\n"
  assert.deepEqual(faults('store.ts', own), [])
})

test('a circle of imports is found, by types as well', () => {
  const file = (name: string, text: string) => sourceOf(`packages/server/src/${name}`, text)
  const line = [file('a.ts', "import { b } from './b.ts'"), file('b.ts', "import { c } from './c.ts'")]
  assert.deepEqual(circles({ sources: [...line, file('c.ts', '')] }), [])
  assert.deepEqual(circles({ sources: [...line, file('c.ts', "import type { A } from './a.ts'")] }), [
    'packages/server/src/a.ts → packages/server/src/b.ts → packages/server/src/c.ts → ' +
      'packages/server/src/a.ts is a circle of imports: ' +
      'move what they share into a file of its own, or pass it as an argument',
  ])
  for (const text of ["export { b } from './b.ts'", "const c = await import('./c.ts')"])
    assert.equal(circles({ sources: [...line, file('c.ts', text)] }).length, 1, text)
  // Two paths to one file are not a cycle.
  const ways = [file('d.ts', "import './a.ts'\nimport './b.ts'"), ...line, file('c.ts', '')]
  assert.deepEqual(circles({ sources: ways }), [])
})

test('rules that reach for the database or the clock are found', () => {
  const faults = (text: string) => wrongRules(sourceOf('packages/server/src/resources/teams/rules.ts', text))
  assert.deepEqual(faults("import type { Row } from './store.ts'\nconst end = new Date(Date.parse(now))"), [])
  for (const text of [
    "import { x } from '../../db/paginate.ts'",
    "import type { Database } from '../../db/database.ts'",
    "import { x } from '../../http/route.ts'",
    "import { find } from './store.ts'",
    "import { find } from '../members/index.ts'",
    'const now = new Date()',
    'const now = new Date',
    'const now = Date.now()',
  ]) {
    assert.equal(faults(text).length, 1, text)
  }
})

test('queries outside of stores and transactions outside of their place are found', () => {
  const faults = (path: string, text: string) => wrongQueries(sourceOf(`packages/server/src/${path}`, text))
  const handlers = 'resources/teams/handlers.ts'
  assert.deepEqual(faults(handlers, "// sql`select`\nconst text = 'db.selectFrom('"), [])
  for (const text of [
    'sql`select 1`',
    `sql<Row>\`select ${hole('one')}\``,
    "db\n  .selectFrom('x')",
    "db.insertInto('x')",
  ]) {
    assert.equal(faults(handlers, text).length, 1, text)
    assert.deepEqual(faults('resources/teams/store.ts', text), [])
  }
  assert.equal(faults('resources/teams/store.ts', 'db.transaction().execute(work)').length, 1)
  assert.deepEqual(faults('db/transaction.ts', 'db.transaction().execute(work)'), [])
})

test('the environment and the command line, read anywhere, are found', () => {
  const faults = (path: string, text: string) => wrongSurroundings(sourceOf(`packages/${path}`, text))
  assert.equal(faults('server/src/http/a.ts', 'process.env.HOME').length, 1)
  assert.equal(faults('cli/src/a.ts', 'const { HOME } = process.env').length, 1)
  assert.equal(faults('server/src/config/config/config.ts', 'process.argv').length, 1)
  assert.deepEqual(faults('server/src/config/config.ts', 'process.env'), [])
  assert.deepEqual(faults('cli/src/main.ts', 'process.env, process.argv'), [])
  assert.deepEqual(faults('server/src/test/a.ts', 'process.env'), [])
})

test('words the house does not use are found, and only in code', () => {
  const faults = (text: string) => wrongWords(sourceOf('a.ts', text))
  for (const text of [
    'const x: any = 1',
    'const x = y as any',
    'function f(x: any[]) {}',
    'const x = y!',
    'const x = y!.z',
    'const x = f()![0]',
    'enum Colour { red }',
    'export default 1',
    'export { x as default }',
    '// TODO make it so',
    `const x = \`${hole('y as any')}\``,
  ]) {
    assert.equal(faults(text).length, 1, text)
  }
  for (const text of [
    "const x = 'any! export default'",
    '// any thing at all!',
    'eb.fn.any(x)',
    'if (!x || x != y || x !== y) {}',
    `const x = /any!/.test(\`any! ${hole('y')} TODO\`)`,
    '// TODO #12: make it so',
    '/* TODO(#12) */',
  ]) {
    assert.deepEqual(faults(text), [], text)
  }
})

test('what is too long is found', () => {
  const faults = (text: string, path = 'a.ts') => tooLong(sourceOf(path, text))
  const body = (count: number) => 'call()\n'.repeat(count)
  assert.deepEqual(faults(body(400)), [])
  assert.equal(faults(body(401)).length, 1)
  assert.deepEqual(faults(body(600), 'a.test.ts'), [])
  assert.equal(faults(body(601), 'a.test.ts').length, 1)
  assert.deepEqual(faults(`// Generated by hand.\n${body(500)}`), [])
  assert.equal(faults('x'.repeat(111)).length, 1)
  assert.deepEqual(faults(`// https://example.com/${'x'.repeat(111)}`), [])
  for (const head of [
    'function f() {',
    'const f = () => {',
    'async f(): Promise<X> {',
    'function f(\n  x: X,\n): X {',
  ]) {
    assert.equal(faults(`${head}\n${body(70)}}\n`).length, 1, head)
    assert.deepEqual(faults(`${head}\n${body(68)}}\n`), [], head)
  }
  assert.deepEqual(faults(`const handlers = {\n${body(70)}}\n`), [])
  assert.deepEqual(faults(`interface X extends Y<Z> {\n${body(70)}}\n`), [])
  const sized = (count: number) => sourceOf('a.ts', body(count))
  assert.deepEqual(tooManyLong([...Array(9).fill(sized(10)), sized(300)]), [])
  assert.equal(tooManyLong([...Array(8).fill(sized(10)), sized(300), sized(300)]).length, 1)
})

test('a dead file is found', () => {
  const file = (path: string, ...targets: string[]): Source =>
    sourceOf(path, targets.map((target) => `import '${target}'\n`).join(''))
  const from = 'packages/server/src'
  const sources = [
    file(`${from}/index.ts`, './used.ts'),
    file(`${from}/used.ts`, '@stemma/client'),
    file(`${from}/tested-only.ts`),
    file(`${from}/a.test.ts`, './tested-only.ts', './test/helper.ts'),
    file(`${from}/test/helper.ts`),
    file(`${from}/test/forgotten.ts`),
    file('packages/client/src/index.ts', './part.ts'),
    file('packages/client/src/part.ts', './circle.ts'),
    file('packages/client/src/circle.ts', './part.ts'),
    file('tools/run.ts', './run-part.ts'),
    file('tools/run-part.ts'),
    file('tools/forgotten.ts'),
  ]
  const dead = unreachable({ ...house, sources }).map((fault) => fault.split(' ')[0])
  assert.deepEqual(dead, [`${from}/tested-only.ts`, `${from}/test/forgotten.ts`, 'tools/forgotten.ts'])
})

/** A placeholder in a template. */
function hole(code: string) {
  return `\${${code}}`
}

function pack(name: string, dependencies: readonly string[]) {
  const folder = `packages/${name}`
  return {
    name: `@stemma/${name}`,
    folder,
    dependencies,
    devDependencies: [],
    isBundled: false,
    exports: new Map([[`@stemma/${name}`, `${folder}/src/index.ts`]]),
    imports: ['#platform'],
    entries: [`${folder}/src/index.ts`],
  }
}

test('an attribute without quotes is found in markup, also in nested templates', () => {
  const faults = (text: string) =>
    wrongMarkup(sourceOf('packages/site/src/a.ts', text.replaceAll('@', '$$'))).length
  assert.equal(faults('html`<a href="@{x}">@{y}</a>`'), 0)
  assert.equal(faults('html`<a href=@{x}>`'), 1)
  assert.equal(faults('html`<p>@{a && html`<a title=@{x}>`}</p>`'), 1)
  assert.equal(faults('html`<p>@{f({ a: 1 })}<a\n id=@{x}>`'), 1)
  assert.equal(faults('`SET name=@{x}, other =@{y}`'), 0)
})

test('HTML made from a string is found, except in the modules that are listed', () => {
  const faults = (path: string) => wrongMarkup(sourceOf(path, 'export const x = new Html(text)')).length
  assert.equal(faults('packages/site/src/blocks/a.ts'), 1)
  assert.equal(faults('packages/site/src/html.ts'), 0)
})

test('literal colours, !important and physical properties are found in styles', () => {
  const faults = (text: string, path = 'packages/site/src/a.css') => wrongStyles({ path, text }).length
  assert.equal(faults('.a { color: var(--text); margin-inline: 1px; /* #fff */ }'), 0)
  assert.equal(faults('.a { background: oklch(from var(--tone) 0.9 0.1 h) }\n@media (width < 3rem) {}'), 0)
  for (const text of [
    'color: #fff',
    'color: rgb(0 0 0)',
    'margin-left: 0',
    'width: 1px',
    'top: 0',
    'a: b !important',
  ]) {
    assert.equal(faults(`.a { ${text} }`), 1, text)
  }
  assert.equal(faults(':root { --a: #fff }', 'packages/theme/files/tokens.css'), 0)
})

test('a custom property that nothing sets is found', () => {
  const sheet = (text: string) => [{ path: 'a.css', text }]
  assert.deepEqual(unknownProperties(sheet('.a { --x: 1; y: var(--x) }')), [])
  assert.deepEqual(unknownProperties(sheet('.a { y: var(--x) }')), ['a.css:1 uses --x, which nothing sets'])
})
