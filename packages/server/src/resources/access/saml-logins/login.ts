import { randomBytes } from 'node:crypto'
import { openSAMLKey } from '../../../auth/saml-key.ts'
import { secretHash } from '../../../auth/secrets.ts'
import { type NewSecret, startSession } from '../../../auth/sessions.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { inTransaction, reading } from '../../../db/transaction.ts'
import { emit } from '../../../events/emit.ts'
import type { Core } from '../../../http/route.ts'
import type { KeyPair } from '../../../saml/key-pair.ts'
import { personOf } from '../../../saml/person.ts'
import { refusal } from '../../../saml/refusal.ts'
import { metadataOf, requestAddress, verifyAnswer } from '../../../saml/service-provider.ts'
import * as providers from '../saml-providers/store.ts'
import { endFormer, type Former } from '../sessions/store.ts'
import { answerMs, nextUrlOf, requestMs, requireAnswerable, requireSameBrowser } from './rules.ts'
import { userOf } from './signing-in.ts'
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
export async function begin({ core, key, now }: At, { next, browser: kept }: Begun) {
  const provider = await activeProvider(core, key)
  const { addresses, sessions, db } = core
  const nextUrl = nextUrlOf(next, { byDefault: addresses.app, origins: sessions.origins })
  // Two logins in two tabs of one browser share the cookie.
  const browser = kept !== undefined && /^[\w-]{43}$/.test(kept) ? kept : newToken()
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
  const person = personOf(said)
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

interface Answered {
  readonly encoded: string
  readonly relayState: string
}

/** Signs the person in, in the browser that began the login. */
export function finish(at: At, { code, browser, userAgent, former }: Finished): Promise<SignedIn> {
  const { core, key, now, requestId } = at
  const { sessions } = core
  return inTransaction(core.db, { repeatable: false }, async (db) => {
    const answer = await samlLogins.takeAnswer(db, key, secretHash(code))
    requireSameBrowser(answer, { browserHash: browser === undefined ? undefined : secretHash(browser), now })
    const scene = { db, now, requestId, home: key.organizationId }
    const userId = await userOf(scene, key, answer.person)
    if (former) await endFormer(scene, former)
    const login = { userId, ssoOrganizationId: key.organizationId, userAgent }
    const session = await startSession({ db, now, sessions }, login)
    const { sessionId } = session
    await emit(scene, { type: 'user.signed_in', userId, sessionId, by: 'single sign-on' })
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
  throw new ApiError(
    'conflict',
    'This identity provider is not configured yet. Ask an admin of the organization to complete it.',
  )
}

function serviceOf({ addresses }: Core, { organizationId, samlProviderId }: providers.Key) {
  return addresses.samlService(organizationId, samlProviderId)
}

async function keysOf({ db, seals }: Core, { organizationId }: providers.Key): Promise<KeyPair> {
  const key = found(await providers.findKey(db, organizationId), 'signing key')
  const privateKey = openSAMLKey(seals, organizationId, key.sealedKey)
  return { certificate: key.certificate, privateKey }
}

/** 256 random bits. */
function newToken(): string {
  return randomBytes(32).toString('base64url')
}

function later(time: string, ms: number): string {
  return new Date(Date.parse(time) + ms).toISOString()
}
