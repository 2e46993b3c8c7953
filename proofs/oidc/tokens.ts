import { createPublicKey } from 'node:crypto'
import {
  jwtInput,
  newSigningKey,
  openIDClient,
  type Said,
  type SigningKey,
  signed,
  signedWithSecret,
  type TokenClaims,
} from '../../packages/server/src/test/openid-provider.ts'
import { domain } from './stage.ts'

const victim = `boss@${domain}`
const stranger = newSigningKey()
const seconds = (from: number) => Math.floor(Date.now() / 1000) + from

/** Answers of a provider with one wrong thing in the ID token, or around it. */
export const tokens: Readonly<Record<string, () => Said>> = {
  'another iss': saying({ iss: 'https://evil.example' }),
  'an iss with one more slash': sayingOf(({ iss }) => ({ iss: `${iss}/` })),
  'no iss': saying({ iss: undefined }),
  'another aud': saying({ aud: 'another-application' }),
  'an aud that begins as ours does': saying({ aud: 'stemma-other' }),
  'an empty list of aud': saying({ aud: [] }),
  'two aud without azp': saying({ aud: ['stemma', 'another-application'] }),
  'two aud, and the azp of the other': saying({
    aud: ['stemma', 'another-application'],
    azp: 'another-application',
  }),
  'one aud, and the azp of another': saying({ azp: 'another-application' }),
  'no aud': saying({ aud: undefined }),
  expired: saying({ exp: seconds(-600), iat: seconds(-900) }),
  'expired, a little more than clocks may differ': saying({ exp: seconds(-65), iat: seconds(-365) }),
  'no exp': saying({ exp: undefined }),
  'an exp that is no number': saying({ exp: '9999999999' }),
  'not valid yet': saying({ nbf: seconds(600) }),
  'issued in the future': saying({ iat: seconds(600), exp: seconds(900) }),
  'no iat': saying({ iat: undefined }),
  'another nonce': saying({ nonce: 'x'.repeat(43) }),
  'no nonce': saying({ nonce: undefined }),
  'a list with the nonce': sayingOf(({ nonce }) => ({ nonce: [nonce] })),
  'no sub': saying({ sub: undefined }),
  'an empty sub': saying({ sub: '' }),
  'a sub that is a number': saying({ sub: 1 }),
  'a sub of a thousand characters': saying({ sub: 'x'.repeat(1000) }),
  'alg none': signing((claims) => `${jwtInput({ alg: 'none' }, claims)}.`),
  'alg None': signing((claims) => `${jwtInput({ alg: 'None' }, claims)}.`),
  'alg none with a signature': signing((claims, key) => signed(claims, key, { alg: 'none' })),
  'no alg': signing((claims, key) => signed(claims, key, { alg: undefined })),
  'HS256 with the public key as secret': signing((claims, key) => signedWithSecret(claims, pemOf(key))),
  'HS256 with the public key as secret, and its kid': signing((claims, key) =>
    signedWithSecret(claims, pemOf(key), { kid: key.kid }),
  ),
  'HS256 with the client secret': signing((claims) => signedWithSecret(claims, openIDClient.clientSecret)),
  'an algorithm that the provider does not announce': signing((claims, key) =>
    signed(claims, key, { alg: 'PS256' }),
  ),
  'the key of a stranger': signing((claims) => signed(claims, stranger)),
  'the key of a stranger under the kid of the provider': signing((claims, { kid }) =>
    signed(claims, stranger, { kid }),
  ),
  'the key of a stranger in the header': signing((claims) =>
    signed(claims, stranger, { jwk: stranger.jwk, kid: undefined }),
  ),
  'a key at an address in the header': signing((claims) =>
    signed(claims, stranger, { jku: 'http://127.0.0.1:9/jwks', x5u: 'http://127.0.0.1:9/x' }),
  ),
  'a kid that nobody has': signing((claims, key) => signed(claims, key, { kid: '../../etc/passwd' })),
  'a crit header': signing((claims, key) => signed(claims, key, { crit: ['x'], x: 1 })),
  'claims changed after they were signed': signing((claims, key) => {
    const [header, , signature] = signed(claims, key).split('.')
    const [, changed] = jwtInput({}, { ...claims, email: victim, sub: 'boss' }).split('.')
    return [header, changed, signature].join('.')
  }),
  'no signature': signing((claims, key) => signed(claims, key).replace(/[^.]+$/, '')),
  'five parts': signing((claims, key) => `${signed(claims, key)}.x.y`),
  'no JSON': signing(() => 'x.y.z'),
  'no ID token': () => ({ email: victim, tokens: { id_token: undefined } }),
  'no access token': () => ({ email: victim, tokens: { access_token: undefined } }),
  'a token type that we do not know': () => ({ email: victim, tokens: { token_type: 'mac' } }),
  'the user info of another person': () => ({
    claims: { sub: 'mallory' },
    userInfo: { sub: 'boss', email: victim, email_verified: true },
  }),
  'user info without a sub': () => ({
    claims: { sub: 'mallory' },
    userInfo: { sub: undefined, email: victim, email_verified: true },
  }),
}

/** Correctly signed, about a user who must not be admitted. */
export const people: Readonly<Record<string, () => Said>> = {
  'an address that is not verified': saying({ email_verified: false }),
  'an address of which nothing is said': saying({ email_verified: undefined }),
  'an address verified by a text': saying({ email_verified: 'yes' }),
  'an address verified by a number': saying({ email_verified: 1 }),
  'xms_edov beside an unverified address': saying({ email_verified: false, xms_edov: true }),
  'an address outside of the verified domains': about('mallory@evil.example'),
  'an address of the neighbours': about('mallory@neighbour.example'),
  'an address in a domain below a verified one': about('mallory@sub.corp.example'),
  'an address whose domain begins as a verified one does': about('boss@corp.example.evil.example'),
  'an address with two domains': about('boss@evil.example@corp.example'),
  'an address with a letter that looks alike': about('boss@cоrp.example'),
  'an address with a line end': about('boss@evil.example\n@corp.example'),
  'two addresses': saying({ email: [`mallory@${domain}`, victim] }),
  'no address': () => ({ claims: { sub: 'nobody' } }),
}

function saying(claims: TokenClaims) {
  return (): Said => ({ email: victim, claims })
}

function sayingOf(change: (claims: TokenClaims) => TokenClaims) {
  return signing((claims, key) => signed({ ...claims, ...change(claims) }, key))
}

function signing(sign: (claims: TokenClaims, key: SigningKey) => string) {
  return (): Said => ({ email: victim, sign })
}

function about(email: string) {
  return (): Said => ({ email, claims: { sub: 'mallory' } })
}

function pemOf({ jwk }: SigningKey): string {
  return createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString()
}
