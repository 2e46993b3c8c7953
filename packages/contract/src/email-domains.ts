import { type Static, Type } from 'typebox'
import { List, type Operations, PageQuery } from './operation.ts'
import { ObjectName, Timestamp, Values } from './scalars.ts'

/** A domain that an organization names, and how far its owner has confirmed it. */
export const domainProof = {
  domain: Type.String(),
  status: Values(['pending', 'verified']),
  /** The DNS record that the owner of the domain sets, and leaves in place. */
  record: Type.Object({ type: Values(['TXT']), name: Type.String(), value: Type.String() }),
  checkedAt: Type.Optional(Timestamp),
  verifiedAt: Type.Optional(Timestamp),
  /** The domain is verified, but the record is gone; after some days the domain is pending again. */
  missingSince: Type.Optional(Timestamp),
}

/** An e-mail domain that an organization names, and what its owner has to do so that it counts. */
export const EmailDomain = Type.Object(
  { object: ObjectName('email-domain'), ...domainProof },
  { title: 'EmailDomain' },
)
export type EmailDomain = Static<typeof EmailDomain>

export const emailDomainOperations = {
  listEmailDomains: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/email-domains',
    summary: 'List the e-mail domains of an organization, with the record that verifies each.',
    access: ['org.admin'],
    scope: 'organization:read',
    query: PageQuery,
    status: 200,
    returns: List(EmailDomain),
  },
  checkEmailDomain: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/email-domains/{emailDomain}/check',
    summary: 'Ask for an e-mail domain to be checked now. The list tells what came of it.',
    access: ['org.admin'],
    scope: 'organization:write',
    status: 200,
    returns: EmailDomain,
  },
} satisfies Operations
