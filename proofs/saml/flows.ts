import { deflateRawSync, gzipSync } from 'node:zlib'
import { openBrowser } from '../../packages/server/src/test/browser.ts'
import { responseXml, type Statement, signXml } from '../../packages/server/src/test/identity-provider.ts'
import {
  type Begun,
  beginLogin,
  domain,
  encode,
  type Outcome,
  outcomeOf,
  post,
  type Stage,
  statementFor,
  type Trusting,
} from './stage.ts'

/** An attack with several steps. It calls `settle` after its legitimate steps, before the attack itself. */
export type Flow = (stage: Stage, settle: () => Promise<void>) => Promise<Outcome>

/** A valid response to a login. */
export function rightAnswer(stage: Stage, begun: Begun, email?: string): Record<string, string> {
  return signedBy(stage, begun, statementFor(stage, begun, email))
}

function signedBy(
  { idp }: Pick<Stage, 'idp'>,
  { relayState }: Begun,
  said: Statement,
): Record<string, string> {
  return { SAMLResponse: encode(signXml(responseXml(said), idp)), RelayState: relayState }
}

export function send(stage: Stage, begun: Begun, fields: Record<string, string>, more: Partial<Begun> = {}) {
  const { browser, trusting } = { ...begun, ...more }
  return post({ fields, browser, trusting, at: stage.there, finishAt: stage.here })
}

/** Valid responses at the wrong time, in the wrong browser or at the wrong URL. */
export const flows: Readonly<Record<string, Flow>> = {
  'an answer sent twice': async (stage, settle) => {
    const begun = await beginLogin(stage, stage.company)
    const fields = rightAnswer(stage, begun)
    await send(stage, begun, fields)
    await settle()
    return send(stage, begun, fields, { browser: forgetful(begun) })
  },
  'an assertion used twice, in answer to another request': async (stage, settle) => {
    const first = await beginLogin(stage, stage.company)
    const said = statementFor(stage, first)
    await send(stage, first, signedBy(stage, first, said))
    await settle()
    const begun = await beginLogin(stage, stage.company)
    const again = { ...statementFor(stage, begun), assertionId: said.assertionId }
    return send(stage, begun, signedBy(stage, begun, again))
  },
  'an answer to the request of another browser': async (stage) => {
    const [mine, victims] = [await beginLogin(stage, stage.company), await beginLogin(stage, stage.company)]
    return send(stage, mine, rightAnswer(stage, mine), { browser: victims.browser })
  },
  'an answer in a browser that never began': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    return send(stage, begun, rightAnswer(stage, begun), { browser: openBrowser(stage.here) })
  },
  'an answer to the request of another browser, with its own RelayState': async (stage) => {
    const [mine, victims] = [await beginLogin(stage, stage.company), await beginLogin(stage, stage.company)]
    const fields = { ...rightAnswer(stage, mine), RelayState: victims.relayState }
    return send(stage, mine, fields, { browser: victims.browser })
  },
  'an answer to a request to another provider': async (stage) => {
    const [asked, begun] = [await beginLogin(stage, stage.second), await beginLogin(stage, stage.company)]
    const said = { ...statementFor(stage, begun), inResponseTo: asked.requestId }
    return send(stage, begun, signedBy(stage, asked, said))
  },
  'an answer signed with the key of another provider of the organization': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    return send(stage, begun, signedBy(stage.second, begun, statementFor(stage, begun)))
  },
  'an answer for one organization, sent to another that trusts the same provider': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    return send(stage, begun, rightAnswer(stage, begun), { trusting: stage.neighbour })
  },
  'an answer for one provider, sent to another of the organization': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    return send(stage, begun, rightAnswer(stage, begun), { trusting: stage.second })
  },
  'an answer for one organization, addressed to another': async (stage) => {
    const begun = await beginLogin(stage, stage.neighbour)
    const said = { ...statementFor(stage, begun), audience: stage.company.service.entityID }
    return send(stage, begun, signedBy(stage, begun, said))
  },
  'a certificate that has expired': async (stage) => {
    const begun = await beginLogin(stage, stage.expired)
    return send(stage, begun, signedBy(stage.expired, begun, statementFor(stage.expired, begun)))
  },
  'an answer that nobody asked for': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    return send(stage, begun, signedBy(stage, begun, { ...statementFor(stage, begun), inResponseTo: '' }))
  },
  'an answer after ten minutes': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    await stage.server.db.updateTable('saml_requests').set({ expires_at: new Date().toISOString() }).execute()
    return send(stage, begun, rightAnswer(stage, begun))
  },
  'a RelayState that leads to another host': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    return send(stage, begun, { ...rightAnswer(stage, begun), RelayState: 'https://evil.example/' })
  },
  'no RelayState': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    return send(stage, begun, { SAMLResponse: rightAnswer(stage, begun).SAMLResponse ?? '' })
  },
  'the code of a login in another browser': async (stage, settle) => {
    const begun = await beginLogin(stage, stage.company)
    const code = await codeOf(stage, begun)
    await settle()
    const thief = await beginLogin(stage, stage.company)
    return outcomeOf(
      thief.browser,
      await thief.browser.get(`${stage.there}${finishOf(stage.company)}?code=${code}`),
    )
  },
  'the code of a login twice': async (stage, settle) => {
    const begun = await beginLogin(stage, stage.company)
    const address = `${stage.there}${finishOf(stage.company)}?code=${await codeOf(stage, begun)}`
    await begun.browser.get(address)
    await settle()
    begun.browser.jar.delete('stemma_session')
    return outcomeOf(begun.browser, await begun.browser.get(address))
  },
  'a code that was never given': async (stage) => {
    const { browser } = await beginLogin(stage, stage.company)
    return outcomeOf(browser, await browser.get(`${finishOf(stage.company)}?code=${'A'.repeat(43)}`))
  },
  'the code of a login at another provider': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    const code = await codeOf(stage, begun)
    return outcomeOf(begun.browser, await begun.browser.get(`${finishOf(stage.second)}?code=${code}`))
  },
  'the address of somebody whom the provider knows by another name': async (stage, settle) => {
    const known = await beginLogin(stage, stage.company)
    await send(stage, known, rightAnswer(stage, known))
    await settle()
    const begun = await beginLogin(stage, stage.company)
    const nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
    const said = { ...statementFor(stage, begun), nameId: 'somebody-else', nameIdFormat }
    return send(stage, begun, signedBy(stage, begun, said))
  },
  'a member who is disabled': async (stage, settle) => {
    const email = `leaver@${domain}`
    const begun = await beginLogin(stage, stage.company)
    await send(stage, begun, rightAnswer(stage, begun, email))
    await stage.server.db
      .updateTable('members')
      .set({ disabled_at: new Date().toISOString() })
      .where('organization_id', '=', stage.company.organizationId)
      .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('email', '=', email))
      .execute()
    await settle()
    const again = await beginLogin(stage, stage.company)
    return send(stage, again, rightAnswer(stage, again, email))
  },
}

/** Responses in encodings that must be rejected. */
export const forms: Readonly<Record<string, Flow>> = {
  'base64 with something in between': altered((encoded) => `${encoded.slice(0, 40)}!!${encoded.slice(40)}`),
  'base64 for addresses': altered((encoded) =>
    encoded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  ),
  'base64 behind base64': altered((encoded) => `${encoded}${encoded}`),
  'no base64': altered(() => '<samlp:Response/>'),
  nothing: altered(() => ''),
  'bytes that are not UTF-8': altered((encoded) => {
    const bytes = Buffer.from(encoded, 'base64')
    return Buffer.concat([bytes.subarray(0, 200), Buffer.of(0xff, 0xfe), bytes.subarray(200)]).toString(
      'base64',
    )
  }),
  'UTF-16': altered((encoded) =>
    Buffer.from(`\ufeff${Buffer.from(encoded, 'base64')}`, 'utf16le').toString('base64'),
  ),
  'a deflated answer': altered((encoded) =>
    deflateRawSync(Buffer.from(encoded, 'base64')).toString('base64'),
  ),
  'a deflated bomb': altered(() =>
    deflateRawSync(Buffer.alloc(100_000_000, 'x')).toString('base64').slice(0, 200_000),
  ),
  'a gzipped bomb': altered(() => gzipSync(Buffer.alloc(50_000_000, ' ')).toString('base64')),
  'an answer of half a megabyte': altered((encoded) => `${encoded}${'A'.repeat(500_000)}`),
  'two answers in one form': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    const { SAMLResponse = '', RelayState = '' } = rightAnswer(stage, begun)
    const body = new URLSearchParams([
      ['SAMLResponse', SAMLResponse],
      ['SAMLResponse', SAMLResponse],
      ['RelayState', RelayState],
    ])
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return raw(stage, begun, { method: 'POST', headers, body: body.toString() })
  },
  'an answer as JSON': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    const headers = { 'content-type': 'application/json' }
    return raw(stage, begun, { method: 'POST', headers, body: JSON.stringify(rightAnswer(stage, begun)) })
  },
  'an answer as an upload': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    const body = new FormData()
    for (const [name, value] of Object.entries(rightAnswer(stage, begun))) body.set(name, value)
    return raw(stage, begun, { method: 'POST', body })
  },
  'an answer in the address': async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    const query = new URLSearchParams(rightAnswer(stage, begun))
    return raw(stage, begun, { method: 'GET' }, `?${query}`)
  },
}

/** URLs to which a login must never redirect. */
export const destinations: readonly string[] = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '\\\\evil.example/',
  '/\t/evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://docs.test:3000@evil.example/',
  'http://docs.test.evil.example:3000/',
  'http://user@docs.test:3000/',
  'https://docs.test:3000/',
  'http://docs.test:3001/',
  'http:evil.example',
]

function altered(alter: (encoded: string) => string): Flow {
  return async (stage) => {
    const begun = await beginLogin(stage, stage.company)
    const fields = rightAnswer(stage, begun)
    return send(stage, begun, { ...fields, SAMLResponse: alter(fields.SAMLResponse ?? '') })
  }
}

async function raw(
  stage: Stage,
  { browser, trusting }: Begun,
  init: RequestInit,
  query = '',
): Promise<Outcome> {
  const cookie = [...browser.jar].map((pair) => pair.join('=')).join('; ')
  const headers = { ...(init.headers as Record<string, string>), cookie }
  const address = `${stage.there}${new URL(trusting.service.acsURL).pathname}${query}`
  const answer = await fetch(address, { ...init, headers, redirect: 'manual' })
  return outcomeOf(browser, answer)
}

/** Deletes the session cookie and keeps the others. */
function forgetful({ browser }: Begun) {
  browser.jar.delete('stemma_session')
  return browser
}

function finishOf({ service }: Trusting): string {
  return new URL('finish', service.acsURL).pathname
}

/** Returns the code from the redirect that follows a valid response, before the login is finished. */
async function codeOf(stage: Stage, begun: Begun): Promise<string> {
  const { pathname } = new URL(begun.trusting.service.acsURL)
  const answer = await begun.browser.submit(`${stage.there}${pathname}`, rightAnswer(stage, begun))
  return new URL(answer.headers.get('location') ?? '', stage.here).searchParams.get('code') ?? ''
}
