import { randomBytes, timingSafeEqual } from 'node:crypto'
import { openSAMLKey } from '../../../auth/saml-key.ts'
import { secretHash } from '../../../auth/secrets.ts'
import type { NewSecret } from '../../../auth/sessions.ts'
import { found } from '../../../common/errors.ts'
import { inTransaction, reading } from '../../../db/transaction.ts'
import type { Core } from '../../../http/route.ts'
import type { KeyPair } from '../../../saml/key-pair.ts'
import { personOf } from '../../../saml/person.ts'
import { refusal } from '../../../saml/refusal.ts'
import { metadataOf, requestAddress, verifyAnswer } from '../../../saml/service-provider.ts'
import {
  type Identities,
  later,
  newToken,
  nextUrlOf,
  notConfigured,
  requestMs,
  requireSameBrowser,
  startAgain,
  startProviderSession,
  userOf,
} from '../provider-logins/index.ts'
import * as providers from '../saml-providers/store.ts'
import type { Former } from '../sessions/store.ts'
import * as samlLogins from './store.ts'

/** The circumstances of a request outside the API. */
export interface At {
  readonly core: Core
  readonly key: providers.Key
  readonly now: string
  readonly requestId: string
}

export function metadataAt({ core, key }: At): Promise<string> {
  return reading(async () => {
    found(await providers.find(core.db, key), 'SAML provider')
    return metadataOf(serviceOf(core, key), await keysOf(core, key))
  })
}

/** Stores a request to the identity provider and returns the URL to redirect the browser to. */
export async function begin({ core, key, now }: At, { next, browser = newToken() }: Begun) {
  const provider = await activeProvider(core, key)
  const { addresses, sessions, db } = core
  const nextUrl = nextUrlOf(next, { byDefault: addresses.app, origins: sessions.origins })
  const [id, relayState] = [`_${randomBytes(24).toString('hex')}`, newToken()]
  const keys = await keysOf(core, key)
  const address = await requestAddress(serviceOf(core, key), provider, { id, relayState, keys })
  await inTransaction(db, { repeatable: false }, (transaction) =>
    samlLogins.insertRequest(transaction, {
      organization_id: key.organizationId,
      provider_id: key.samlProviderId,
      id_hash: secretHash(id),
      relay_hash: secretHash(relayState),
      browser_hash: secretHash(browser),
      next_url: nextUrl,
      expires_at: later(now, requestMs),
    }),
  )
  return { address, browser }
}

interface Begun {
  readonly next: string | undefined
  readonly browser: string | undefined
}

/** Accepts an answer of the identity provider once. Returns the code with which the browser retrieves it. */
export async function receive({ core, key, now }: At, { encoded, relayState }: Answered): Promise<string> {
  const provider = await activeProvider(core, key)
  const said = await verifyAnswer(encoded, { service: serviceOf(core, key), provider, now })
  const person = personOf(said, provider.groupClaim)
  const code = newToken()
  const of = { organization_id: key.organizationId, provider_id: key.samlProviderId }
  await inTransaction(core.db, { repeatable: false }, async (db) => {
    const request = await samlLogins.takeRequest(db, key, secretHash(said.inResponseTo))
    requireAnswerable(request, { relayHash: secretHash(relayState), now })
    const used = { ...of, id_hash: secretHash(said.assertionId), expires_at: said.repeatableUntil }
    if (!(await samlLogins.useAssertion(db, used))) throw refusal('was used already')
    await samlLogins.insertAnswer(db, {
      ...of,
      code_hash: secretHash(code),
      browser_hash: request.browserHash,
      next_url: request.nextUrl,
      person: JSON.stringify(person),
      expires_at: later(now, answerMs),
    })
  })
  return code
}

/** How long a verified answer waits for its browser, which is being redirected. */
const answerMs = 2 * 60_000

interface Answered {
  readonly encoded: string
  readonly relayState: string
}

/** An answer is valid once, before its request expires, and with the RelayState of that request. */
function requireAnswerable(request: Asked | undefined, given: Relayed): asserts request is Asked {
  const { relayHash, now } = given
  if (request === undefined || request.expiresAt <= now) {
    throw startAgain(
      'This answer of the identity provider was used already, came too late or was not asked for.',
    )
  }
  if (!timingSafeEqual(request.relayHash, relayHash)) {
    throw startAgain('The identity provider has not sent back the RelayState of the request.')
  }
}

interface Asked {
  readonly relayHash: Buffer
  readonly expiresAt: string
}

interface Relayed {
  readonly relayHash: Buffer
  readonly now: string
}

/** Signs the person in, in the browser that began the login. */
export function finish(at: At, { code, browser, userAgent, former }: Finished): Promise<SignedIn> {
  const { core, key, now, requestId } = at
  return inTransaction(core.db, { repeatable: false }, async (db) => {
    const answer = await samlLogins.takeAnswer(db, key, secretHash(code))
    requireSameBrowser(answer, { browserHash: browser === undefined ? undefined : secretHash(browser), now })
    const scene = { db, now, requestId, home: key.organizationId }
    const provider = found(await providers.find(db, key), 'SAML provider')
    const { organizationId } = key
    const told = { ...answer.person, subject: answer.person.nameId }
    const userId = await userOf(scene, { ...provider, organizationId, identities: identitiesOf(key) }, told)
    const session = await startProviderSession(scene, core, { userId, userAgent, former })
    return { nextUrl: answer.nextUrl, session }
  })
}

interface Finished {
  readonly code: string
  readonly browser: string | undefined
  readonly userAgent: string | undefined
  /** The session that the browser had before. */
  readonly former: Former | undefined
}

interface SignedIn {
  readonly nextUrl: string
  readonly session: NewSecret
}

async function activeProvider({ db }: Core, key: providers.Key) {
  const provider = found(await reading(() => providers.find(db, key)), 'SAML provider')
  if (providers.isActive(provider)) return provider
  throw notConfigured()
}

function serviceOf({ addresses }: Core, { organizationId, samlProviderId }: providers.Key) {
  return addresses.samlService(organizationId, samlProviderId)
}

async function keysOf({ db, seals }: Core, { organizationId }: providers.Key): Promise<KeyPair> {
  const key = found(await providers.findKey(db, organizationId), 'signing key')
  const privateKey = openSAMLKey(seals, organizationId, key.sealedKey)
  return { certificate: key.certificate, privateKey }
}

function identitiesOf(key: providers.Key): Identities {
  const of = { organization_id: key.organizationId, provider_id: key.samlProviderId }
  return {
    findUserId: (db, subject) => samlLogins.findUserId(db, key, subject),
    insert: (db, { subject, userId, now }) =>
      samlLogins.insertIdentity(db, { ...of, name_id: subject, user_id: userId, created_at: now }),
    forgetUser: (db, userId) => samlLogins.forgetUser(db, key, userId),
  }
}
