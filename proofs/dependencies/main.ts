import { spawnSync } from 'node:child_process'
import lock from '../../package-lock.json' with { type: 'json' }

/** Production dependencies must have permissive licences and no known vulnerabilities. */
const allowed = [
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    'BlueOak-1.0.0',
    'Zlib',
    'CC0-1.0',
  ],
  // For fonts, and for argparse, a port of Python's.
  ...['OFL-1.1', 'Python-2.0'],
]
/** Packages that name their licence in an unusual way; each licence was read. */
const read: Readonly<Record<string, string>> = { 'node_modules/duck': 'BSD-2-Clause' }

const production = Object.entries(lock.packages as Readonly<Record<string, Entry>>).filter(
  ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
)
const refused = production.filter(([path, { license = 'none' }]) => !isAllowed(read[path] ?? license))
for (const [path, { license = 'none' }] of refused) console.log(`${path} has the licence ${license}`)

const advisories = askForAdvisories()
if (advisories === undefined) console.log('The registry did not answer which of them have known holes.')
for (const [name, { severity }] of advisories ?? []) console.log(`${name} has a known hole: ${severity}`)
const known = advisories === undefined ? 'advisories not known' : `${advisories.length} with advisories`
console.log(`dependencies: ${production.length} packages, ${refused.length} licences refused, ${known}`)
process.exitCode = refused.length > 0 || (advisories ?? []).length > 0 ? 1 : 0

interface Entry {
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
}

/** With OR, one licence must be allowed; with AND, every one. */
function isAllowed(license: string): boolean {
  return license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => allowed.includes(one)))
}

/** High and critical advisories; undefined if the registry does not respond within a minute. */
function askForAdvisories() {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  const report = parsed(stdout)
  if (report?.vulnerabilities === undefined) return undefined
  return Object.entries(report.vulnerabilities).filter(([, { severity }]) =>
    ['high', 'critical'].includes(severity),
  )
}

interface Report {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>
}

function parsed(text: string): Report | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
