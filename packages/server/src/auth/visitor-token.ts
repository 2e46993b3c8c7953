import { type JWTPayload, jwtVerify } from 'jose'

/** The claims in a visitor token, if it is valid for this site. */
export type VisitorToken =
  | { readonly token: 'missing' | 'invalid' }
  | { readonly token: 'valid'; readonly claims: JWTPayload; readonly expiresAt: number }

const clockSkewSeconds = 60

/** Accepts only tokens that are signed with the site's key by HS256 and that expire. */
export async function readVisitorToken(
  text: string | undefined,
  { privateKey, now }: { readonly privateKey: () => string; readonly now: string },
): Promise<VisitorToken> {
  if (text === undefined || text === '') return { token: 'missing' }
  const key = Buffer.from(privateKey())
  try {
    const { payload } = await jwtVerify(text, key, {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      clockTolerance: clockSkewSeconds,
      currentDate: new Date(now),
    })
    return { token: 'valid', claims: payload, expiresAt: (payload.exp ?? 0) + clockSkewSeconds }
  } catch {
    return { token: 'invalid' }
  }
}
