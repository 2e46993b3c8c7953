import { openBrowser } from '../../packages/server/src/test/browser.ts'
import { descriptions } from './descriptions.ts'
import { destinations, type Flow, flows } from './flows.ts'
import { signInAt } from './real-provider.ts'
import {
  beginLogin,
  comeBack,
  domain,
  logIn,
  openStage,
  outcomeOf,
  publicUrl,
  type Stage,
  start,
} from './stage.ts'
import { people, tokens } from './tokens.ts'

/**
 * Signs in through a real OpenID Connect provider, on two servers at once, and tries every attack we know
 * through an evil one. Each attack must be rejected with a message, and leave no session, user or member.
 */
const rounds = 5
const wrong: string[] = []
let [attacks, accepted] = [0, 0]
/** The tables that a login writes to. */
const traced = ['users', 'members', 'team_members', 'sessions', 'tokens', 'oidc_identities'] as const

const stage = await openStage()
try {
  await signInThroughRealProvider()
  await control('before')
  await raceWithOneAnswer()
  for (const [name, said] of Object.entries({ ...tokens, ...people })) {
    await attack(name, (on) => logIn(on, said()))
  }
  for (const [name, flow] of Object.entries({ ...flows, ...descriptions })) await attack(name, flow)
  for (const next of destinations) await attack(`next to ${next}`, leadingTo(next))
  await control('after')
  if (stage.trap.hits() > 0) wrong.push(`A private address was called ${stage.trap.hits()} times.`)
} finally {
  await stage.stop()
}
for (const line of wrong) console.log(line)
console.log(`oidc: ${attacks} attacks, ${accepted} accepted`)
process.exitCode = wrong.length > 0 ? 1 : 0

/** As a browser does: to one server, to the provider, and then to the other server. */
async function signInThroughRealProvider() {
  const begun = await beginLogin(stage, stage.throughReal, '/after?x=1#y')
  const { searchParams } = await signInAt(begun.location)
  const outcome = await comeBack(stage, begun, searchParams)
  const answer = await begun.browser.get(`${stage.here}/v1/user`)
  const me = (await answer.json()) as { email?: string; displayName?: string }
  const isThere = outcome.location === `${publicUrl}/after?x=1#y`
  const isRight = isThere && me.email === `ada@${domain}` && me.displayName === 'Ada Lovelace'
  if (!isRight) wrong.push(`The login failed: ${outcome.status} ${outcome.text} ${JSON.stringify(me)}`)
  console.log(`login: begun at one process, answered at another, ${isRight ? 'signed in' : 'not signed in'}`)
}

/** Untouched answers must be accepted, so that attacks are rejected for the right reason. */
async function control(when: string) {
  const outcomes = [
    await logIn(stage, { email: `control@${domain}` }),
    await logIn(stage, { email: 'control@neighbour.example' }, stage.neighbour),
  ]
  const taken = outcomes.filter(({ signedIn, status }) => signedIn && status === 303).length
  console.log(`control ${when}: ${taken} of ${outcomes.length} untouched answers taken`)
  if (taken < outcomes.length) wrong.push(`The control failed: ${JSON.stringify(outcomes)}`)
}

/** Sends one answer to two processes at the same moment: only one may accept it. */
async function raceWithOneAnswer() {
  let once = 0
  for (let round = 0; round < rounds; round++) {
    const begun = await beginLogin(stage, stage.company)
    const query = stage.idp.authorize(begun.location, { email: `racer@${domain}` })
    const twins = [stage.here, stage.there].map((at) => {
      const browser = openBrowser(stage.here)
      for (const [name, value] of begun.browser.jar) browser.jar.set(name, value)
      return comeBack(stage, { ...begun, browser }, query, at)
    })
    const outcomes = await Promise.all(twins)
    if (outcomes.filter(({ signedIn }) => signedIn).length === 1) once++
  }
  console.log(`race: ${rounds} answers at two processes at once, ${once} taken exactly once`)
  if (once < rounds) wrong.push('An answer was taken twice, or not at all.')
}

function leadingTo(next: string): Flow {
  return async (on) => {
    const { browser, answer } = await start(on, on.company, next)
    return outcomeOf(browser, answer)
  }
}

async function attack(name: string, flow: Flow) {
  let before = await traces(stage)
  const outcome = await flow(stage, async () => {
    before = await traces(stage)
  })
  const { status, text, location, signedIn } = outcome
  const hasTraces = (await traces(stage)) !== before
  const isAccepted = signedIn || hasTraces || status < 400 || status > 499
  attacks += 1
  accepted += isAccepted ? 1 : 0
  if (isAccepted) wrong.push(`accepted: ${name}: ${status} ${location} ${text.slice(0, 200)}`)
  else if (!/"message":"(?:[^"\\]|\\.){20,}\."/.test(text)) wrong.push(`without a sentence: ${name}: ${text}`)
  if (process.env.OIDC_VERBOSE) {
    console.log(`${name}: ${outcome.status} ${/"message":"(.*?)","reason/.exec(outcome.text)?.[1]}`)
  }
}

async function traces({ server }: Stage): Promise<string> {
  const counts = traced.map((table) =>
    server.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  return (await Promise.all(counts)).map(({ count }) => count).join(' ')
}
