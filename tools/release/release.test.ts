import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedFiles, datedChangelog, inconsistencies } from './changes.ts'
import { imageLabels, provenanceNeeds, publicSource } from './publishing.ts'
import { compareVersions, versionProblem } from './version.ts'

test('versions are ordered as semver orders them', () => {
  const ordered = ['0.1.0-rc.2', '0.1.0-rc.10', '0.1.0', '0.1.1', '0.2.0', '0.10.0', '1.0.0']
  assert.deepEqual([...ordered].reverse().sort(compareVersions), ordered)
})

test('a version can be released if it is newer, or the current one without a tag', () => {
  const state = { current: '0.2.0', tags: ['v0.1.0'] }
  for (const version of ['0.2.0', '0.2.1', '1.0.0-rc.1'])
    assert.equal(versionProblem(version, state), undefined)
  assert.match(versionProblem('0.2', state) ?? '', /not a version/)
  assert.match(versionProblem('v0.2.0', state) ?? '', /not a version/)
  assert.match(versionProblem('0.1.9', state) ?? '', /older than 0\.2\.0/)
  assert.match(versionProblem('0.2.0-rc.1', state) ?? '', /older than 0\.2\.0/)
  assert.match(versionProblem('0.1.0', state) ?? '', /already released/)
})

const release = { current: '0.1.0', version: '0.2.0', date: '2026-11-16' }

test('entries below Unreleased get the version and the day, and Unreleased is empty again', () => {
  const before = '# Changelog\n\n## Unreleased\n\n### Added\n\n- One.\n\n## 0.1.0 (2026-01-01)\n\n- First.\n'
  const after = datedChangelog(before, release)
  assert.equal(
    after,
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-11-16)\n\n### Added\n\n- One.\n\n' +
      '## 0.1.0 (2026-01-01)\n\n- First.\n',
  )
  assert.throws(() => datedChangelog(after, release), /is empty/)
  assert.throws(() => datedChangelog('# Changelog\n', release), /no section/)
})

const manifest = (value: object) => `${JSON.stringify(value, null, 2)}\n`

test('every file that names the version names the new one, and other versions stay', () => {
  const server = {
    name: '@stemma/server',
    version: '0.1.0',
    dependencies: { '@stemma/contract': '0.1.0', pg: '0.1.0' },
  }
  const files = {
    'CHANGELOG.md': '\n## Unreleased\n\n- One.\n',
    'package.json': manifest({ name: 'stemma', version: '0.1.0' }),
    'packages/server/package.json': manifest(server),
    'package-lock.json': manifest({
      version: '0.1.0',
      packages: {
        '': { name: 'stemma', version: '0.1.0' },
        'node_modules/pg': { version: '0.1.0' },
        'node_modules/@stemma/server': { resolved: 'packages/server', link: true },
        'packages/server': server,
      },
    }),
    'packages/contract/openapi.json': '{ "openapi": "3.1.0", "info": { "version": "0.1.0" } }',
    'deploy/kubernetes/server.yaml': 'image: stemma:0.1.0\n',
    'deploy/kubernetes/config.yaml': 'kind: ConfigMap\n',
  }
  const { 'deploy/kubernetes/config.yaml': _, ...expected } = files
  const changed = changedFiles(files, release)
  assert.deepEqual(Object.keys(changed).sort(), Object.keys(expected).sort())
  const next = JSON.parse(changed['packages/server/package.json'] ?? '')
  assert.deepEqual([next.version, next.dependencies], ['0.2.0', { '@stemma/contract': '0.2.0', pg: '0.1.0' }])
  const lock = JSON.parse(changed['package-lock.json'] ?? '')
  assert.deepEqual(lock.packages['packages/server'], next)
  assert.deepEqual(lock.packages['node_modules/pg'], { version: '0.1.0' })
  assert.deepEqual([lock.version, lock.packages[''].version], ['0.2.0', '0.2.0'])
  assert.match(changed['packages/contract/openapi.json'] ?? '', /"openapi": "3\.1\.0".*"version": "0\.2\.0"/)
  assert.equal(changed['deploy/kubernetes/server.yaml'], 'image: stemma:0.2.0\n')
})

test('packages that disagree about the version are named', () => {
  const client = { name: '@stemma/client', version: '0.1.0', dependencies: { '@stemma/contract': '0.0.9' } }
  const contract = { name: '@stemma/contract', version: '0.0.9' }
  assert.deepEqual(inconsistencies([client, contract], '0.1.0'), [
    '@stemma/client depends on @stemma/contract 0.0.9 instead of 0.1.0.',
    '@stemma/contract has version 0.0.9 instead of 0.1.0.',
  ])
})

const source = 'https://git.example.com/stemma/stemma'

test('labels name the version, the commit and, if it is known, the source', () => {
  const build = { version: '0.2.0', commit: 'c0ffee', created: '2026-11-16T10:00:00.000Z' }
  const labels = imageLabels({ ...build, description: 'Docs.', license: 'Apache-2.0', source })
  assert.equal(labels['org.opencontainers.image.version'], '0.2.0')
  assert.equal(labels['org.opencontainers.image.revision'], 'c0ffee')
  assert.equal(labels['org.opencontainers.image.licenses'], 'Apache-2.0')
  assert.equal(labels['org.opencontainers.image.source'], source)
  const local = imageLabels({ ...build, description: 'Docs.', license: 'Apache-2.0', source: undefined })
  assert.equal('org.opencontainers.image.source' in local, false)
})

test('a remote is shown as a public URL without credentials', () => {
  for (const remote of [
    `${source}.git`,
    'https://user:secret@git.example.com/stemma/stemma.git',
    'git@git.example.com:stemma/stemma.git',
    'ssh://git@git.example.com/stemma/stemma',
  ])
    assert.equal(publicSource(remote), source)
  for (const remote of ['', '/srv/git/stemma', '../stemma']) assert.equal(publicSource(remote), undefined)
})

test('provenance needs CI, its token, and one repository in every manifest', () => {
  const env = { CI: 'true', ACTIONS_ID_TOKEN_REQUEST_URL: 'https://ci.example.com' }
  const repository = { url: `git+${source}.git` }
  const whole = provenanceNeeds([{ name: '@stemma/client', repository }], { source, env })
  assert.deepEqual(
    whole.filter(({ isMet }) => !isMet),
    [],
  )
  const laptop = provenanceNeeds([{ name: '@stemma/client' }], { source: undefined, env: {} })
  assert.deepEqual(
    laptop.filter(({ isMet }) => isMet),
    [],
  )
  const foreign = [{ name: '@stemma/client', repository: 'https://git.example.com/fork/stemma' }]
  assert.equal(provenanceNeeds(foreign, { source, env }).at(-1)?.isMet, false)
})
