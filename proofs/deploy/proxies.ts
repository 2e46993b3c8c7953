import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** What the examples in deploy/ are given to be run: everything else in them stays as it is. */
export interface Ground {
  readonly folder: string
  /** Where the server listens, instead of port 3000. */
  readonly server: number
  readonly http: number
  readonly https: number
  /** Another web server, below one of whose paths the site is. */
  readonly subdirectory: number
  /** The path of the site at the server, instead of /sites/acme. */
  readonly site: string
  readonly identity: { readonly key: string; readonly cert: string }
}

/** The program, or `undefined` if it is not installed. Debian has nginx where people don't run it. */
export function programOf(name: 'nginx' | 'caddy'): string | undefined {
  const known = [process.env[name.toUpperCase()], name, `/usr/sbin/${name}`]
  return known.find((path) => path && spawnSync(path, [name === 'nginx' ? '-v' : 'version']).status === 0)
}

export const names = {
  server: 'stemma.example.com',
  site: 'docs.example.com',
  above: 'www.example.com',
} as const

/** Writes the files of nginx, and returns how to check and how to run them. */
export async function nginxOn(ground: Ground) {
  const { folder, http, https, subdirectory, identity } = ground
  const certificates = join(folder, 'certificates')
  await mkdir(certificates)
  for (const name of Object.values(names)) {
    await writeFile(join(certificates, `${name}.pem`), identity.cert)
    await writeFile(join(certificates, `${name}.key`), identity.key)
  }
  const front = (await exampleOf('nginx.conf', ground))
    .replaceAll('/etc/ssl/stemma', certificates)
    .replaceAll(/listen (\[::\]:)?80;/g, (_, isSix) => (isSix ? '' : `listen 127.0.0.1:${http};`))
    .replaceAll(/listen (\[::\]:)?443 ssl;/g, (_, isSix) => (isSix ? '' : `listen 127.0.0.1:${https} ssl;`))
  await writeFile(join(folder, 'front.conf'), front)
  await writeFile(join(folder, 'below.conf'), await exampleOf('subdirectory.nginx.conf', ground))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const file = join(folder, 'main.conf')
  const text = `daemon off;
pid ${folder}/nginx.pid;
error_log stderr;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include ${folder}/front.conf;
  upstream ${names.server} { server 127.0.0.1:${https}; }
  server {
    listen 127.0.0.1:${subdirectory} ssl;
    server_name ${names.above};
    ssl_certificate ${certificates}/${names.above}.pem;
    ssl_certificate_key ${certificates}/${names.above}.key;
    include ${folder}/below.conf;
  }
}
`
  await writeFile(file, text)
  return { check: ['-t', '-q', '-c', file], run: ['-c', file] }
}

/** Writes the Caddyfile, with certificates that Caddy signs itself. */
export async function caddyOn(ground: Ground) {
  const { folder, http, https, subdirectory } = ground
  const own = `{
	admin off
	local_certs
	skip_install_trust
	http_port ${http}
	https_port ${https}
	storage file_system ${folder}/caddy
`
  const front = (await exampleOf('Caddyfile', ground)).replace(/^\{\n/m, () => own)
  const target = `reverse_proxy https://127.0.0.1:${https} {
			transport http {
				tls_server_name ${names.server}
				tls_insecure_skip_verify
			}`
  const below = (await exampleOf('subdirectory.Caddyfile', ground))
    .replace(`reverse_proxy https://${names.server} {`, () => target)
    .replace(`${names.above} {`, () => `${names.above}:${subdirectory} {`)
  const file = join(folder, 'Caddyfile')
  await writeFile(file, `${front}\n${below}`)
  const from = ['--config', file, '--adapter', 'caddyfile']
  return { check: ['validate', ...from], run: ['run', ...from] }
}

async function exampleOf(name: string, { server, site }: Ground): Promise<string> {
  const file = fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url))
  const text = await readFile(file, 'utf8')
  return text.replaceAll('127.0.0.1:3000', `127.0.0.1:${server}`).replaceAll('/sites/acme', site)
}

/** Checks the configuration, and returns what the program says about it if it is wrong. */
export function problemsOf(program: string, args: readonly string[], { folder }: Ground): string {
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env })
  return status === 0 ? '' : `${stdout}${stderr}`
}

/** Runs the program until it listens. */
export async function startProxy(program: string, args: readonly string[], { folder, https }: Ground) {
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const end = Date.now() + 60_000
  while (!(await listens(https))) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`${program} doesn't listen: ${said}`)
    await sleep(100)
  }
  return async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

async function listens(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
