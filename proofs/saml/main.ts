import { fileURLToPath } from 'node:url'
import { openBrowser } from '../../packages/server/src/test/browser.ts'
import { margin } from '../kit/margin.ts'
import { type Documents, keys, signatures, wrappings } from './documents.ts'
import { destinations, type Flow, flows, forms, rightAnswer, send } from './flows.ts'
import { type IdentityProviderSettings, provideIdentities } from './identity-provider.ts'
import {
  beginLogin,
  domain,
  encode,
  type Outcome,
  openStage,
  outcomeOf,
  post,
  publicUrl,
  type Stage,
  statementFor,
} from './stage.ts'
import { people, spellings, statements } from './words.ts'

/**
 * Signs in through an identity provider, on two servers at once, and tries every attack we know. Each attack
 * must be rejected with a message, and leave no session, user or member behind.
 */
const rounds = 10
/** The time limit for rejecting a document that is designed to be slow. */
const secondsMax = 5
const wrong: string[] = []
let [attacks, accepted] = [0, 0]
const allDocuments: Documents = {
  ...wrappings,
  ...keys,
  ...signatures,
  ...statements,
  ...people,
  ...spellings,
}
/** The tables that a login writes to. */
const traced = ['users', 'members', 'team_members', 'sessions', 'tokens', 'saml_identities'] as const

if (process.argv.includes('--identity-provider')) {
  await provideIdentities(JSON.parse(process.env.SAML_IDENTITY_PROVIDER ?? '') as IdentityProviderSettings)
} else {
  await show()
}

async function show() {
  const stage = await openStage(fileURLToPath(import.meta.url))
  try {
    await signInThroughIdentityProvider(stage)
    await control(stage, 'before')
    await raceWithOneAnswer(stage)
    for (const [name, make] of Object.entries(allDocuments)) await attack(stage, name, documentFlow(make))
    for (const [name, flow] of Object.entries({ ...flows, ...forms })) await attack(stage, name, flow)
    for (const next of destinations) await attack(stage, `next to ${next}`, leadingTo(next))
    await control(stage, 'after')
  } finally {
    await stage.stop()
  }
  for (const line of wrong) console.log(line)
  console.log(`saml: ${attacks} attacks, ${accepted} accepted`)
  process.exitCode = wrong.length > 0 ? 1 : 0
}

/** As a browser does: to one server, to the identity provider, then to the other server with its form. */
async function signInThroughIdentityProvider(stage: Stage) {
  const { browser, location, trusting } = await beginLogin(stage, stage.company, '/after?x=1#y')
  const asked = `${stage.identityProvider}/sso${new URL(location).search}&login=ada@${domain}`
  const page = await (await fetch(asked)).text()
  const fields = Object.fromEntries(
    [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  const isForm = page.includes(`action="${trusting.service.acsURL}"`)
  const outcome = await post({ fields, browser, trusting, at: stage.there, finishAt: stage.here })
  const me = (await (await browser.get(`${stage.there}/v1/user`)).json()) as {
    email?: string
    displayName?: string
  }
  const isThere = outcome.location === `${publicUrl}/after?x=1#y`
  const isRight = isForm && isThere && me.email === `ada@${domain}` && me.displayName === 'Ada Lovelace'
  if (!isRight) wrong.push(`The login failed: ${outcome.status} ${outcome.text} ${JSON.stringify(me)}`)
  console.log(`login: begun at one process, answered at another, ${isRight ? 'signed in' : 'not signed in'}`)
}

/** Untouched responses must be accepted, so that attacks are rejected for the right reason. */
async function control(stage: Stage, when: string) {
  const outcomes: Outcome[] = []
  for (const trusting of [stage.company, stage.neighbour]) {
    const begun = await beginLogin(stage, trusting)
    outcomes.push(await send(stage, begun, rightAnswer(stage, begun, `control@${domain}`)))
  }
  const taken = outcomes.filter(({ signedIn, status }) => signedIn && status === 303).length
  console.log(`control ${when}: ${taken} of ${outcomes.length} untouched answers taken`)
  if (taken < outcomes.length) wrong.push(`The control failed: ${JSON.stringify(outcomes)}`)
}

/** Sends one response to two processes at the same moment: only one may accept it. */
async function raceWithOneAnswer(stage: Stage) {
  let once = 0
  for (let round = 0; round < rounds; round++) {
    const before = await countOf(stage, 'sessions')
    const begun = await beginLogin(stage, stage.company)
    const fields = rightAnswer(stage, begun, `racer@${domain}`)
    const twins = [stage.here, stage.there].map((at) => {
      const browser = openBrowser(stage.here)
      for (const [name, value] of begun.browser.jar) browser.jar.set(name, value)
      return post({ fields, browser, trusting: stage.company, at, finishAt: at })
    })
    const outcomes = await Promise.all(twins)
    const signedIn = outcomes.filter((outcome) => outcome.signedIn).length
    const refused = outcomes.filter(({ status }) => status >= 400 && status < 500).length
    if (signedIn === 1 && refused === 1 && (await countOf(stage, 'sessions')) === before + 1) once++
  }
  console.log(`race: ${rounds} answers at two processes at once, ${once} taken exactly once`)
  if (once < rounds) wrong.push('An answer was taken twice, or not at all.')
}

function documentFlow(make: Documents[string]): Flow {
  return async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    const material = {
      said: statementFor(stage, begun),
      idp: stage.idp,
      attacker: stage.attacker,
      boss: `boss@${domain}`,
    }
    return send(stage, begun, { SAMLResponse: encode(make(material)), RelayState: begun.relayState })
  }
}

function leadingTo(next: string): Flow {
  return async (stage) => {
    const browser = openBrowser(stage.here)
    const { pathname } = new URL(stage.company.service.startURL)
    return outcomeOf(browser, await browser.get(`${pathname}?next=${encodeURIComponent(next)}`))
  }
}

async function attack(stage: Stage, name: string, flow: Flow) {
  let before = await traces(stage)
  const started = performance.now()
  const outcome = await flow(stage, async () => {
    before = await traces(stage)
  })
  const seconds = (performance.now() - started) / 1000
  attacks++
  if (seconds > secondsMax * margin) wrong.push(`too slow: ${name}: ${seconds.toFixed(1)} s`)
  const isRefused = outcome.status >= 400 && outcome.status < 500 && !outcome.signedIn
  const left = (await traces(stage)) !== before
  if (!isRefused || left) {
    accepted++
    wrong.push(`accepted: ${name}: ${outcome.status} ${outcome.location} ${outcome.text.slice(0, 200)}`)
  } else if (!/"message":"[^"]{20,}\."/.test(outcome.text)) {
    wrong.push(`refused without a sentence: ${name}: ${outcome.text.slice(0, 200)}`)
  }
  if (process.env.SAML_VERBOSE)
    console.log(`${name}: ${outcome.status} ${/"message":"([^"]*)"/.exec(outcome.text)?.[1]}`)
}

async function traces(stage: Stage): Promise<string> {
  const counts = await Promise.all(traced.map((table) => countOf(stage, table)))
  return counts.join(' ')
}

async function countOf({ server }: Stage, table: (typeof traced)[number]): Promise<number> {
  const { count } = await server.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
