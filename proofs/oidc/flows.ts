import { openBrowser } from '../../packages/server/src/test/browser.ts'
import { newSigningKey, type Said, sendJson, signed } from '../../packages/server/src/test/openid-provider.ts'
import { type Begun, beginLogin, comeBack, domain, logIn, type Outcome, type Stage } from './stage.ts'

/** An attack with several steps. It calls `settle` after its legitimate steps, before the attack itself. */
export type Flow = (stage: Stage, settle: () => Promise<void>) => Promise<Outcome>

const mallory: Said = { email: `mallory@${domain}` }

/** Valid answers at the wrong time, in the wrong browser, at the wrong place, or from the wrong provider. */
export const flows: Readonly<Record<string, Flow>> = {
  'an answer sent twice': async (stage, settle) => {
    const begun = await beginLogin(stage, stage.company)
    const query = stage.idp.authorize(begun.location, mallory)
    await comeBack(stage, begun, query)
    await settle()
    begun.browser.jar.delete('stemma_session')
    return comeBack(stage, begun, query)
  },
  'a state used twice, with a new code': async (stage, settle) => {
    const begun = await beginLogin(stage, stage.company)
    await comeBack(stage, begun, stage.idp.authorize(begun.location, mallory))
    await settle()
    begun.browser.jar.delete('stemma_session')
    return comeBack(stage, begun, stage.idp.authorize(begun.location, mallory))
  },
  'a state used again after a failed login': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    await comeBack(stage, begun, stage.idp.authorize(begun.location, { ...mallory, claims: { nonce: 'x' } }))
    return comeBack(stage, begun, stage.idp.authorize(begun.location, mallory))
  },
  'the nonce of an earlier login': async (stage) => {
    const first = await beginLogin(stage, stage.company)
    const nonce = new URL(first.location).searchParams.get('nonce')
    return logIn(stage, { ...mallory, claims: { nonce } })
  },
  'the attacker’s answer in the browser of a victim': async (stage) => {
    const mine = await beginLogin(stage, stage.company)
    const query = stage.idp.authorize(mine.location, mallory)
    return comeBack(stage, { ...mine, browser: openBrowser(stage.here) }, query)
  },
  'the attacker’s answer in a browser that began its own login': async (stage) => {
    const [mine, victims] = [await beginLogin(stage, stage.company), await beginLogin(stage, stage.company)]
    return comeBack(stage, victims, stage.idp.authorize(mine.location, mallory))
  },
  'a stolen code in the attacker’s own login': async (stage) => {
    const [victims, mine] = [await beginLogin(stage, stage.company), await beginLogin(stage, stage.company)]
    const stolen = stage.idp.authorize(victims.location, { email: `boss@${domain}` }).get('code') ?? ''
    const query = stage.idp.authorize(mine.location, mallory)
    query.set('code', stolen)
    return comeBack(stage, mine, query)
  },
  'a stolen code at another provider of the organization': async (stage) => {
    const [victims, mine] = [await beginLogin(stage, stage.company), await beginLogin(stage, stage.second)]
    const stolen = stage.idp.authorize(victims.location, { email: `boss@${domain}` })
    stolen.set('state', stateOf(mine))
    return comeBack(stage, mine, stolen)
  },
  'an answer at the callback of another provider': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    const query = stage.idp.authorize(begun.location, mallory)
    return comeBack(stage, { ...begun, trusting: stage.second }, query)
  },
  'an answer at the callback of another organization': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    const query = stage.idp.authorize(begun.location, mallory)
    return comeBack(stage, { ...begun, trusting: stage.neighbour }, query)
  },
  'the provider of one organization below another': async (stage) => {
    const { oidcProviderId } = stage.company
    const { organizationId } = stage.neighbour
    const browser = openBrowser(stage.here)
    const answer = await browser.get(`/oidc/${organizationId}/${oidcProviderId}/start`)
    return { status: answer.status, text: await answer.text(), location: '', signedIn: false }
  },
  'mix-up: another iss in the answer': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    const query = { iss: stage.evil.issuer }
    return comeBack(stage, begun, stage.idp.authorize(begun.location, { ...mallory, query }))
  },
  'mix-up: no iss in the answer, though the provider announces it': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    const query = stage.idp.authorize(begun.location, mallory)
    query.delete('iss')
    return comeBack(stage, begun, query)
  },
  'mix-up: the answer of an evil provider to a login at another': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    return comeBack(stage, begun, stage.evil.authorize(begun.location, { email: `boss@${domain}` }))
  },
  'an ID token of another provider': async (stage) =>
    logIn(stage, {
      email: `boss@${domain}`,
      sign: (claims) => signed({ ...claims, iss: stage.evil.issuer }, stage.evil.keys[0] ?? newSigningKey()),
    }),
  'an evil provider that says it is the good one': async (stage) =>
    logIn(stage, { email: `boss@${domain}`, claims: { iss: stage.idp.issuer } }, stage.second, stage.evil),
  'an evil provider that tells the subject of a known person, with an address elsewhere': async (stage) =>
    logIn(stage, { email: 'x@evil.example', claims: { sub: `control@${domain}` } }, stage.second, stage.evil),
  'no state': async (stage) => without(stage, 'state'),
  'no code': async (stage) => without(stage, 'code'),
  'two states': async (stage) => twice(stage, 'state'),
  'two codes': async (stage) => twice(stage, 'code'),
  'an error instead of a code': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    const { issuer: iss } = stage.idp
    return comeBack(stage, begun, new URLSearchParams({ error: 'access_denied', state: stateOf(begun), iss }))
  },
  'an answer that nobody asked for': async (stage) => {
    const browser = openBrowser(stage.here)
    return comeBack(stage, { browser, trusting: stage.company }, 'code=x&state=y')
  },
  'an answer after ten minutes': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    await stage.server.db.updateTable('oidc_requests').set({ expires_at: new Date().toISOString() }).execute()
    return comeBack(stage, begun, stage.idp.authorize(begun.location, mallory))
  },
  'an answer after the provider was replaced': async (stage) => {
    const begun = await beginLogin(stage, stage.second)
    const { organizationId, oidcProviderId, admin } = stage.second
    const params = { organizationId, oidcProviderId }
    const api = stage.server.as(admin)
    const secret = { clientSecret: 'client-secret-of-stemma' }
    await api.updateOrganizationOIDCProvider({ params, body: { issuer: stage.idp.issuer, ...secret } })
    const outcome = await comeBack(stage, begun, stage.evil.authorize(begun.location, mallory))
    await api.updateOrganizationOIDCProvider({ params, body: { issuer: stage.evil.issuer, ...secret } })
    return outcome
  },
  'a key that the provider has withdrawn': async (stage) => {
    const [former] = stage.idp.keys.splice(0, 1, newSigningKey())
    return logIn(stage, { ...mallory, sign: (claims) => signed(claims, former ?? newSigningKey()) })
  },
  'a key for encryption': async (stage) => {
    const key = newSigningKey()
    const asEncryption = { ...key, jwk: { ...key.jwk, use: 'enc' } }
    stage.idp.keys.push(asEncryption)
    const outcome = await logIn(stage, { ...mallory, sign: (claims) => signed(claims, key) })
    stage.idp.keys.pop()
    return outcome
  },
  'two keys under one kid': async (stage) => {
    const [own] = stage.idp.keys
    const twin = newSigningKey()
    stage.idp.keys.push({ ...twin, jwk: { ...twin.jwk, kid: own?.kid } as typeof twin.jwk })
    const outcome = await logIn(stage, mallory)
    stage.idp.keys.pop()
    return outcome
  },
  'keys that are no list': async (stage) => {
    stage.idp.changes['/jwks'] = (_request, response) => sendJson(response, { keys: 'all' })
    const outcome = await logIn(stage, mallory)
    delete stage.idp.changes['/jwks']
    return outcome
  },
  'the subject of a person, in another case': async (stage, settle) => {
    await logIn(stage, { email: `known@${domain}`, claims: { sub: 'known' } })
    await settle()
    return logIn(stage, { email: `known@${domain}`, claims: { sub: 'KNOWN' } })
  },
  'a member who is disabled': async (stage, settle) => {
    const email = `leaver@${domain}`
    await logIn(stage, { email })
    const { db } = stage.server
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const leaver = db.updateTable('members').where('user_id', '=', id)
    await leaver.set({ disabled_at: new Date().toISOString() }).execute()
    await settle()
    return logIn(stage, { email })
  },
}

function stateOf({ location }: Begun): string {
  return new URL(location).searchParams.get('state') ?? ''
}

async function without(stage: Stage, name: string): Promise<Outcome> {
  const begun = await beginLogin(stage, stage.company)
  const query = stage.idp.authorize(begun.location, mallory)
  query.delete(name)
  return comeBack(stage, begun, query)
}

async function twice(stage: Stage, name: string): Promise<Outcome> {
  const begun = await beginLogin(stage, stage.company)
  const query = stage.idp.authorize(begun.location, mallory)
  query.append(name, query.get(name) ?? '')
  return comeBack(stage, begun, query)
}

/** URLs to which a login must never redirect. */
export const destinations: readonly string[] = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  'javascript:alert(1)',
  'http://docs.test:3000@evil.example/',
  'http://docs.test.evil.example:3000/',
  'http:evil.example',
]
