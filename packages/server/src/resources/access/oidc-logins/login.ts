import { createHmac } from 'node:crypto'
import { openClientSecret } from '../../../auth/client-secret.ts'
import { secretHash } from '../../../auth/secrets.ts'
import { found } from '../../../common/errors.ts'
import { inTransaction, reading } from '../../../db/transaction.ts'
import type { Core } from '../../../http/route.ts'
import type { Discover } from '../../../oidc/discovery.ts'
import { personOf } from '../../../oidc/person.ts'
import {
  authorizationAddress,
  claimsFrom,
  type Login,
  type RelyingParty,
} from '../../../oidc/relying-party.ts'
import * as providers from '../oidc-providers/index.ts'
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
import type { Former } from '../sessions/store.ts'
import * as oidcLogins from './store.ts'

/** The circumstances of a request outside the API. */
export interface At {
  readonly core: Core
  readonly discover: Discover
  readonly key: providers.Key
  readonly now: string
  readonly requestId: string
}

/** Stores a request to the provider and returns the URL to redirect the browser to. */
export async function begin(at: At, { next, browser = newToken() }: Begun) {
  const { core, key, now } = at
  const { addresses, sessions, db } = core
  const nextUrl = nextUrlOf(next, { byDefault: addresses.app, origins: sessions.origins })
  const provider = await activeProvider(at)
  const login = loginOf(browser, newToken())
  const party = await partyOf(at, provider)
  const address = await authorizationAddress(party, login, provider.groupTeams.length > 0)
  await inTransaction(db, { repeatable: false }, (transaction) =>
    oidcLogins.insertRequest(transaction, {
      organization_id: key.organizationId,
      provider_id: key.oidcProviderId,
      state_hash: secretHash(login.state),
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

/** Signs the person in, in the browser that began the login. */
export async function finish(at: At, { state, query, browser, userAgent, former }: Finished) {
  const { core, key, now, requestId } = at
  const provider = await activeProvider(at)
  const nextUrl = await takeNextUrl(at, state, browser)
  const login = loginOf(browser ?? '', state)
  const told = await claimsFrom(await partyOf(at, provider), query, login)
  const person = personOf(told, provider.groupClaim)
  const session = await inTransaction(core.db, { repeatable: false }, async (db) => {
    const scene = { db, now, requestId, home: key.organizationId }
    const userId = await userOf(scene, await vouching(scene, key, provider), person)
    return startProviderSession(scene, core, { userId, userAgent, former })
  })
  return { nextUrl, session }
}

interface Finished {
  readonly state: string
  /** The whole query of the callback. */
  readonly query: string
  readonly browser: string | undefined
  readonly userAgent: string | undefined
  /** The session that the browser had before. */
  readonly former: Former | undefined
}

/** A state counts once, even if the login then fails: the provider is asked only afterwards. */
function takeNextUrl({ core, key, now }: At, state: string, browser: string | undefined): Promise<string> {
  const browserHash = browser === undefined ? undefined : secretHash(browser)
  return inTransaction(core.db, { repeatable: false }, async (db) => {
    const request = await oidcLogins.takeRequest(db, key, secretHash(state))
    requireSameBrowser(request, { browserHash, now })
    return request.nextUrl
  })
}

/**
 * The nonce and the verifier come from the browser's secret and the state, so that the database holds
 * neither, and no other browser can have them.
 */
function loginOf(browser: string, state: string): Login {
  const derive = (purpose: string) =>
    createHmac('sha256', browser).update(`${purpose} ${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), verifier: derive('verifier') }
}

async function activeProvider({ core, key }: At): Promise<Active> {
  const provider = found(await reading(() => providers.find(core.db, key)), 'OpenID Connect provider')
  const { sealedSecret } = provider
  if (sealedSecret === null || !providers.isActive(provider)) throw notConfigured()
  return { ...provider, sealedSecret }
}

type Active = providers.ProviderRow & { readonly sealedSecret: string }

async function partyOf({ core, discover, key }: At, provider: Active): Promise<RelyingParty> {
  const { outside, sessions, seals, addresses } = core
  return {
    outside,
    metadata: await discover(provider.issuer),
    clientID: provider.clientID,
    clientSecret: openClientSecret(seals, key, provider.sealedSecret),
    redirectURL: addresses.oidcService(key.organizationId, key.oidcProviderId).redirectURL,
    secure: sessions.secure,
  }
}

/** The provider as it is now. If it became another one during the login, the login is over. */
async function vouching({ db }: { readonly db: Core['db'] }, key: providers.Key, asked: Active) {
  const provider = found(await providers.lock(db, key), 'OpenID Connect provider')
  if (provider.issuer !== asked.issuer || provider.clientID !== asked.clientID) {
    throw startAgain('The settings of the identity provider changed during the login.')
  }
  return { ...provider, organizationId: key.organizationId, identities: identitiesOf(key) }
}

function identitiesOf(key: providers.Key): Identities {
  const of = { organization_id: key.organizationId, provider_id: key.oidcProviderId }
  return {
    findUserId: (db, subject) => oidcLogins.findUserId(db, key, subject),
    insert: (db, { subject, userId, now }) =>
      oidcLogins.insertIdentity(db, { ...of, subject, user_id: userId, created_at: now }),
    forgetUser: (db, userId) => oidcLogins.forgetUser(db, key, userId),
  }
}
