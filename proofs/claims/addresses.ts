import type { Claimant } from '../../packages/server/src/test/claiming.ts'
import { type Attack, type Attempt, hosts, type Stage } from './stage.ts'

/** Claims on proxies, hostnames and paths of another organization's sites, and on our own hosts. */
export function addressAttacks(stage: Stage): readonly Attack[] {
  const { victim, attackers, lostAddresses } = stage
  const attempts = attackers.flatMap((attacker, index) => {
    const who = index === 0 ? 'without proof' : 'with proof'
    return [
      ...proxiesOf().map((proxy) => proxyAttempt(attacker, proxy, who)),
      ...hostnamesOf().map((host) => hostnameAttempt(stage, attacker, host, who)),
      ...basenamesOf(victim.siteId).map((basename) => basenameAttempt(attacker, basename)),
    ]
  })
  return [{ keys: ['site_addresses.kind,address'], attempts, lost: lostAddresses }]
}

function proxiesOf(): readonly string[] {
  const { proxy, hostname, punycode } = hosts
  const own = ['sites.stemma.example', 'stemma.example', 'app.stemma.example', 'files.stemma.example']
  return [
    ...formsOf(proxy, 'help/en'),
    ...formsOf(punycode, 'a'),
    ...formsOf('bücher.acme.example', 'a'),
    ...formsOf('BÜCHER.acme.example', 'a'),
    ...formsOf(hostname, 'page'),
    ...formsOf('sites.stemma.example', 's/acme'),
    ...own.flatMap((host) => [`${host}/s/acme`, `${host}/s`, `${host}/sites/acme`, `${host}/v1`]),
    'acme.sites.stemma.example/s',
    'x.y.sites.stemma.example/s/acme',
  ]
}

/** A URL itself, its parent and child paths, and every spelling that could be mistaken for it. */
function formsOf(host: string, path: string): readonly string[] {
  const [first = ''] = path.split('/')
  const encoded = `%${first.charCodeAt(0).toString(16)}${first.slice(1)}`
  return [
    `${host}/${path}`,
    `${host}/${first}`,
    `${host}/${path}/below`,
    `${host}/${path}/`,
    `${host}//${path}`,
    `${host}/./${path}`,
    `${host}/x/../${path}`,
    `${host}/${path.toUpperCase()}`,
    `${host}/${path.replace(first, encoded)}`,
    `${host}/${path.replaceAll('/', '%2F')}`,
    `${host}\\${path}`,
    `${host.toUpperCase()}/${path}`,
    `${host}./${path}`,
    `${host}:443/${path}`,
    `${host}:80/${path}`,
    `${host.replace('.', '。')}/${path}`,
    `${host.replace(host.charAt(0), String.fromCharCode(host.charCodeAt(0) + 0xfee0))}/${path}`,
    `https://${host}/${path}`,
    `x@${host}/${path}`,
    `${host}\t/${path}`,
    `${host}/${path}?x`,
    `${host}/${path}#x`,
    host,
  ]
}

function proxyAttempt({ claim }: Claimant, proxy: string, who: string): Attempt {
  return { name: `proxy ${JSON.stringify(proxy)} ${who}`, run: () => claim({ proxy }) }
}

function hostnameAttempt({ setHostname }: Stage, attacker: Claimant, host: string, who: string): Attempt {
  return { name: `hostname ${host} ${who}`, run: () => setHostname(attacker, attacker.siteId, host) }
}

/** The hosts themselves, every spelling that could be mistaken for one, and hosts of the installation. */
function hostnamesOf(): readonly string[] {
  const own = ['stemma', 'app.stemma', 'files.stemma', 'sites.stemma', 'acme.sites.stemma']
  return [
    ...Object.values(hosts).flatMap((host) => formsOf(host, '')),
    ...own.map((name) => `${name}.example`),
  ]
}

function basenamesOf(siteId: string): readonly string[] {
  const spelled = [
    'acme',
    'ACME',
    '%61cme',
    'acme.',
    'acme/',
    'acme/page',
    './acme',
    'ａｃｍｅ',
    ' acme',
    'acme\u200b',
  ]
  return [...spelled, siteId, siteId.toLowerCase()]
}

function basenameAttempt({ claim }: Claimant, basename: string): Attempt {
  return { name: `basename ${JSON.stringify(basename)}`, run: () => claim({ basename }) }
}
