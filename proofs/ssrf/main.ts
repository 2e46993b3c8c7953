import { get } from 'node:http'
import { isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { guardedClient } from '../../packages/server/src/outside/guarded-fetch.ts'
import { OutsideError } from '../../packages/server/src/outside/outside-error.ts'
import { watchDials } from './dials.ts'
import { type Form, formsFor } from './forms.ts'
import { portOf, startRedirector, startVictims, type Victim } from './victims.ts'

/** Requests every spelling of a private address, directly and by redirect: none may be called. */
const dials = watchDials()
const redirector = await startRedirector()
const home = `127.0.0.1:${portOf(redirector)}`
const victims = await startVictims(portOf(redirector))
const statuses = [301, 302, 303, 307, 308]
const wrong: string[] = []
let [tried, reached, noticed] = [0, 0, 0]
try {
  const forms = [...formsFor(victims.ports, victims.socketPath), ...rebindings(portOf(redirector))]
  await control(forms)
  for (const [index, form] of forms.entries()) {
    await tryForm(form, form.url)
    await tryForm(form, `http://${home}/${statuses[index % 5]}/${encodeURIComponent(form.url)}`)
  }
  await pause(100)
  if (isNoticed()) fault('a victim, too late to tell by what')
} finally {
  redirector.close()
  await victims.stop()
}
for (const line of wrong) console.log(line)
console.log(`ssrf: ${tried} tried, ${reached} reached`)
process.exitCode = wrong.length > 0 ? 1 : 0

/** Names that resolve to the redirector at first, and to a victim afterwards. */
function rebindings(port: number): Form[] {
  return ['127.0.0.2', '::1'].flatMap((address) =>
    statuses.map((status) => {
      const again = encodeURIComponent(`http://rebind.example:${port}/`)
      return { url: `http://rebind.example:${port}/${status}/${again}`, resolves: [['127.0.0.1'], [address]] }
    }),
  )
}

async function tryForm(form: Form, url: string) {
  dials.taken()
  const outcome = await guarded(form)
    .fetch(url, { bytesMax: 1000, timeoutMs: 2000, method: tried % 2 === 0 ? 'GET' : 'POST' })
    .catch((error: unknown) => error)
  tried++
  const elsewhere = dials.taken().filter((dial) => dial !== home.replace(':', ' '))
  if (isNoticed() || elsewhere.length > 0 || !(outcome instanceof Error)) {
    fault([JSON.stringify(url), ...elsewhere].join(' '))
  } else if (!(outcome instanceof OutsideError)) {
    wrong.push(`failed for no known reason: ${JSON.stringify(url)} ${outcome}`)
  }
}

/** Whether a victim got a connection since the last call. */
function isNoticed(): boolean {
  const before = noticed
  noticed = victims.connections()
  return noticed > before
}

function fault(what: string) {
  reached++
  wrong.push(`reached: ${what}`)
}

function guarded({ resolves }: Form) {
  const settings = { userAgent: 'Stemma', allow: [home] }
  if (resolves === 'as the system says') return guardedClient(settings)
  let asked = 0
  return guardedClient({
    ...settings,
    resolve: async () => resolves?.[Math.min(asked++, resolves.length - 1)] ?? ['127.0.0.1'],
  })
}

/** Without the guard, requests must reach the victims; with it, the allowed server must still respond. */
async function control(forms: readonly Form[]) {
  for (const { place } of victims.all) await unguarded(place)
  const aware = victims.all.filter(({ connections }) => connections() === 1).length
  const { status } = await guarded({ url: '' }).fetch(`http://${home}/`, { bytesMax: 1000 })
  let open = 0
  for (const form of forms) {
    const place = placeOf(form)
    if (place !== undefined && (await unguarded(place)) !== undefined) open++
  }
  isNoticed()
  console.log(`control: ${aware} of ${victims.all.length} victims noticed, ${open} forms reach unguarded`)
  if (aware < victims.all.length || status !== 200 || open < 60) wrong.push('The control failed.')
}

/** Where a client without any protection would connect. */
function placeOf({ url, resolves }: Form): Victim['place'] | undefined {
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return undefined
  const literal = parsed.hostname.replace(/^\[|\]$/g, '')
  const resolved = typeof resolves === 'object' ? resolves.at(-1)?.at(-1) : '127.0.0.1'
  return { host: isIP(literal) === 0 ? (resolved ?? '') : literal, port: Number(parsed.port || 80) }
}

function unguarded(place: Victim['place']): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get({ ...place, agent: false, timeout: 1000 }, (response) => {
      response.resume().on('close', () => resolve(response.statusCode))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(undefined))
  })
}
