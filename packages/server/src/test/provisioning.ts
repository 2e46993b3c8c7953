import { newId } from '../common/ids.ts'
import { givenVerifiedDomain } from './domains.ts'
import { givenOrganization, type Server } from './harness.ts'

/** Calls SCIM as an identity provider does. */
export function scimClient(base: string, secret: string) {
  return async (method: string, path: string, body?: unknown): Promise<ScimAnswer> => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        accept: 'application/scim+json',
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const type = answer.headers.get('content-type')
    return { status: answer.status, type, body: text === '' ? undefined : JSON.parse(text) }
  }
}

export interface ScimAnswer {
  readonly status: number
  readonly type: string | null
  readonly body: ScimBody
}

/** Everything that an answer can have. Tests say what it must have. */
interface ScimBody {
  readonly schemas: readonly string[]
  readonly id: string
  readonly externalId: string
  readonly userName: string
  readonly displayName: string
  readonly name: Readonly<Record<string, string>>
  readonly emails: readonly { readonly value: string }[]
  readonly active: boolean
  readonly groups: readonly { readonly value: string }[]
  readonly members: readonly { readonly value: string }[]
  readonly meta: { readonly location: string }
  readonly totalResults: number
  readonly startIndex: number
  readonly itemsPerPage: number
  readonly Resources: readonly ScimBody[]
  readonly status: string
  readonly scimType: string
  readonly detail: string
}

export type ScimClient = ReturnType<typeof scimClient>

/** An organization with a verified domain, and an identity provider that may provision it. */
export async function givenProvisioned(server: Server, address: string) {
  const organization = await givenOrganization(server)
  const domain = `${newId().toLowerCase()}.example`
  await givenVerifiedDomain(server, organization.id, domain)
  const params = { organizationId: organization.id }
  const body = { label: 'Directory' }
  const token = await server.as(organization.admin).createOrganizationSCIMToken({ params, body })
  const base = `${address}/scim/v2/${organization.id}`
  return { organization, domain, base, token, send: scimClient(base, token.secret ?? '') }
}

/** A user as Okta sends it. */
export function oktaUser(email: string, more: object = {}) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: email,
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    emails: [{ primary: true, value: email, type: 'work' }],
    displayName: 'Ada Lovelace',
    locale: 'en-US',
    externalId: `00u${email}`.slice(0, 60),
    groups: [],
    password: 'ignored by the server',
    active: true,
    ...more,
  }
}

/** A PATCH with these operations. */
export function patchOf(...operations: readonly object[]) {
  return { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations }
}
