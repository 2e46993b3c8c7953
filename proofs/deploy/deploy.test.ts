import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { glob, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parseAllDocuments } from 'yaml'
import rootPackage from '../../package.json' with { type: 'json' }
import serverPackage from '../../packages/server/package.json' with { type: 'json' }
import { buildApp } from '../../packages/server/src/app.ts'
import { commands } from '../../packages/server/src/commands/index.ts'
import { allSettings, readConfig } from '../../packages/server/src/config/config.ts'
import { createTestDatabase } from '../../packages/server/src/test/database.ts'
import { testSecretKeys } from '../../packages/server/src/test/secret-keys.ts'

// Nothing in deploy/ can be run here, so check that every name it uses exists in the product.
const root = fileURLToPath(new URL('../..', import.meta.url))
const files = new Map<string, string>()
for await (const path of glob('deploy/**/*', { cwd: root }))
  if ((await stat(join(root, path))).isFile()) files.set(path, await readFile(join(root, path), 'utf8'))

const { db, url, drop } = await createTestDatabase()
const settings = { STEMMA_FILES_FOLDER: tmpdir(), STEMMA_SECRET_KEYS: testSecretKeys }
const app = await buildApp({
  config: readConfig({ DATABASE_URL: url, STEMMA_LOG_LEVEL: 'silent', ...settings }),
  db,
})
after(async () => {
  await app.close()
  await drop()
})

const yamls = [...files].filter(([path]) => /\.ya?ml$/.test(path))
const objects = yamls
  .filter(([path]) => path.startsWith('deploy/kubernetes/'))
  .flatMap(([path, text]) => parsed(path, text) as KubernetesObject[])
const dockerfile = textOf('deploy/Dockerfile')

test('every YAML and JSON file can be read', () => {
  assert.ok(yamls.length >= 8)
  for (const [path, text] of yamls) assert.ok(parsed(path, text).length > 0, path)
  for (const [path, text] of files) if (path.endsWith('.json')) assert.ok(JSON.parse(text), path)
})

test('every setting that is named exists', () => {
  const named = new Set([...files.values()].flatMap((text) => text.match(/\bSTEMMA_[A-Z_]+/g) ?? []))
  assert.ok(named.size > 8)
  for (const { variable } of allSettings) named.delete(variable)
  assert.deepEqual([...named].sort(), [])
})

/** What keeps the server's memory small: docs/performance.md. */
const memory = ['--max-semi-space-size=16', '--heap-growing-percent=50']

test('Node knows the settings of its memory', () => {
  execFileSync(process.execPath, [...memory, '--eval', ''])
})

test('every command that is run exists, and the file it is in is packed', () => {
  const bin = serverPackage.bin['stemma-server'].replace(/^\.\/src\/(.*)\.ts$/, 'dist/$1.js')
  const main = `/node_modules/@stemma/server/${bin}`
  const entry = ['node', ...memory, `/app${main}`].map((one) => `"${one}"`)
  assert.ok(dockerfile.includes(`ENTRYPOINT [${entry.join(', ')}]`))
  const units = [...files].filter(([path]) => path.endsWith('.service'))
  const run = [
    ...units.flatMap(([, text]) => [
      ...text.matchAll(/^Exec\w+=\/usr\/bin\/node (?:--\S+ )*\/opt\/stemma(\S+) (.*)$/gm),
    ]),
  ]
  assert.equal(run.length, units.length * 2)
  for (const [path, text] of units)
    assert.ok(text.includes(`ExecStart=/usr/bin/node ${memory.join(' ')} /opt/`), path)
  assert.deepEqual(new Set(run.map(([, path]) => path)), new Set([main]))
  const inContainers = podsIn(objects)
    .flatMap(containersOf)
    .map(({ args }) => args.join(' '))
  const [compose] = parsed('deploy/compose.yaml', textOf('deploy/compose.yaml')) as [Compose]
  const services = Object.values(compose.services).flatMap(({ command }) => command?.join(' ') ?? [])
  const [, byDefault = ''] = /^CMD \["([a-z ]+)"\]/m.exec(dockerfile) ?? []
  const named = [...run.map(([, , command = '']) => command), ...inContainers, ...services, byDefault]
  const known = commands.map(({ name }) => name)
  assert.deepEqual([...new Set(named)].sort(), ['migrate', 'serve', 'work'])
  for (const name of named) assert.ok(known.includes(name), name)
})

test('every metric of the rules and the dashboard is exposed', async () => {
  await app.inject({ url: '/v1/' })
  const exposed = new Set((await app.inject({ url: '/metrics' })).body.match(/^[a-z_\d]+/gm))
  const texts = ['deploy/prometheus/rules.yml', 'deploy/grafana/dashboard.json'].map(textOf)
  const named = new Set(texts.flatMap((text) => text.match(/\b(stemma|nodejs|process)_[a-z_\d]+\b/g) ?? []))
  assert.ok(named.size > 8)
  assert.deepEqual(
    [...named].filter((name) => !exposed.has(name)),
    [],
  )
})

test('metrics are open where they are scraped from elsewhere, and no proxy passes them on', () => {
  assert.match(textOf('deploy/kubernetes/config.yaml'), /^ {2}STEMMA_METRICS: "on"$/m)
  assert.match(textOf('deploy/compose.yaml'), /^ {4}STEMMA_METRICS: \$\{METRICS:-loopback\}$/m)
  assert.match(textOf('deploy/nginx.conf'), /location = \/metrics \{ return 404; \}/)
  assert.match(textOf('deploy/Caddyfile'), /@inside path (\/\S+ )*\/metrics( \/\S+)*\n\trespond/)
})

test('the proxy asks the server for certificates, and passes no such question on', async () => {
  const caddy = textOf('deploy/Caddyfile')
  const [, asked = ''] = /ask http:\/\/127\.0\.0\.1:3000(\/\S+)/.exec(caddy) ?? []
  const answer = await app.inject({ url: `${asked}?domain=docs.example.com` })
  assert.deepEqual([answer.statusCode, answer.body], [404, ''], 'it is known there, and not verified')
  assert.match(caddy, /@inside path .*\/~tls\n\trespond @inside 404/)
  assert.match(textOf('deploy/nginx.conf'), /location = \/~tls \{ return 404; \}/)
  for (const path of ['deploy/subdirectory.Caddyfile', 'deploy/subdirectory.nginx.conf'])
    assert.ok(textOf(path).includes('/sites/acme'), path)
})

test('every path that is asked whether the server is well says so', async () => {
  const probed = podsIn(objects)
    .flatMap(containersOf)
    .flatMap((one) => [one.startupProbe, one.readinessProbe, one.livenessProbe])
    .flatMap((probe) => probe?.httpGet.path ?? [])
  const others = [dockerfile, textOf('deploy/Caddyfile')].flatMap(
    (text) => text.match(/\/(healthz|readyz)\b/g) ?? [],
  )
  assert.deepEqual([...new Set([...probed, ...others])].sort(), ['/healthz', '/readyz'])
  for (const path of ['/healthz', '/readyz']) assert.equal((await app.inject({ url: path })).statusCode, 200)
})

test('the image is of our Node, copies what there is, holds no secret and is not root', async () => {
  const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image)
  for (const image of images) assert.match(image, new RegExp(`^node:${rootPackage.engines.node.slice(2)}-`))
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, list = '']) =>
    list.split(' '),
  )
  const allowed = textOf('deploy/Dockerfile.dockerignore').match(/^!.*$/gm)
  assert.deepEqual(allowed?.map((line) => line.slice(1)).sort(), copied.sort())
  for (const path of copied) await stat(join(root, path))
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  assert.match(last, /^USER 1000:1000$/m)
  assert.match(last, /^HEALTHCHECK /m)
  assert.doesNotMatch(dockerfile, /^(ENV|ARG).*(SECRET|PASSWORD|TOKEN|KEY|DATABASE_URL)/m)
})

test('what Kubernetes is told fits together', () => {
  const pods = podsIn(objects)
  assert.equal(pods.length, 2)
  const names = (kind: string) => objects.filter((one) => one.kind === kind).map((one) => one.metadata.name)
  for (const pod of pods) {
    assert.equal(pod.spec.enableServiceLinks, false)
    assert.equal(pod.spec.securityContext.runAsNonRoot, true)
    for (const one of containersOf(pod)) {
      const { allowPrivilegeEscalation, readOnlyRootFilesystem } = one.securityContext
      assert.deepEqual([allowPrivilegeEscalation, readOnlyRootFilesystem], [false, true])
      assert.ok(one.resources.limits.memory && one.resources.requests.cpu)
      assert.equal(one.image, `stemma:${rootPackage.version}`)
      for (const { configMapRef, secretRef } of one.envFrom) {
        if (configMapRef) assert.ok(names('ConfigMap').includes(configMapRef.name))
        if (secretRef) assert.ok(names('Secret').includes(secretRef.name))
      }
    }
  }
  const chosen = objects.flatMap(({ kind, spec }) => {
    if (kind === 'Service') return [spec.selector as Labels]
    if (kind === 'PodDisruptionBudget') return [(spec.selector as { matchLabels: Labels }).matchLabels]
    return kind === 'NetworkPolicy' ? [(spec.podSelector as { matchLabels: Labels }).matchLabels] : []
  })
  assert.equal(chosen.length, 4)
  for (const labels of chosen) {
    const meets = (pod: Pod) =>
      Object.entries(labels).every(([name, value]) => pod.metadata.labels[name] === value)
    assert.ok(pods.some(meets), JSON.stringify(labels))
  }
})

test('systemd finds nothing wrong with the units', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-units-'))
  t.after(() => rm(folder, { recursive: true }))
  const units = [...files].filter(([path]) => path.endsWith('.service'))
  const paths: string[] = []
  for (const [path, text] of units) {
    paths.push(join(folder, path.split('/').at(-1) ?? ''))
    await writeFile(paths.at(-1) ?? '', text.replaceAll('/usr/bin/node', process.execPath))
  }
  const answer = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', ...paths]).catch(
    (error: NodeJS.ErrnoException & { stderr?: string }) => error,
  )
  if ('code' in answer && answer.code === 'ENOENT') return t.skip('there is no systemd-analyze')
  const about = String(answer.stderr)
    .split('\n')
    .filter((line) => line.includes('stemma-'))
  assert.deepEqual(about, [])
})

function textOf(path: string): string {
  return files.get(path) ?? assert.fail(`${path} is missing`)
}

function parsed(path: string, text: string): unknown[] {
  return parseAllDocuments(text, { merge: true }).map((document) => {
    assert.deepEqual(document.errors, [], path)
    return document.toJS()
  })
}

function podsIn(all: readonly KubernetesObject[]): Pod[] {
  return all.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.template as Pod)
}

function containersOf({ spec }: Pod): readonly Container[] {
  return [...spec.initContainers, ...spec.containers]
}

type Labels = Readonly<Record<string, string>>
interface KubernetesObject {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: Readonly<Record<string, unknown>>
}
interface Pod {
  readonly metadata: { readonly labels: Labels }
  readonly spec: {
    readonly enableServiceLinks: boolean
    readonly securityContext: { readonly runAsNonRoot: boolean }
    readonly initContainers: readonly Container[]
    readonly containers: readonly Container[]
  }
}
interface Container {
  readonly image: string
  readonly args: readonly string[]
  readonly envFrom: readonly { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  readonly securityContext: { allowPrivilegeEscalation: boolean; readOnlyRootFilesystem: boolean }
  readonly resources: { requests: { cpu: string }; limits: { memory: string } }
  readonly startupProbe?: Probe
  readonly readinessProbe?: Probe
  readonly livenessProbe?: Probe
}
interface Probe {
  readonly httpGet: { readonly path: string }
}
interface Compose {
  readonly services: Readonly<Record<string, { readonly command?: readonly string[] }>>
}
