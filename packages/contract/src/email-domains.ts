import { type Static, Type } from 'typebox'
import { List, type Operations, PageQuery } from './operation.ts'
import { ObjectName, Timestamp, Values } from './scalars.ts'

/** A domain of an organization, and the state of its verification. */
export const domainProof = {
  domain: Type.String(),
  /** `failed`: the server looks no more, until somebody requests a check. */
  status: Values(['pending', 'verified', 'failed']),
  /** What the last check found, if it did not find the record. */
  problem: Type.Optional(
    Type.Object({
      code: Values(['record_missing', 'record_differs', 'dns_unreachable']),
      message: Type.String(),
    }),
  ),
  /** The DNS record that verifies the domain. The owner must keep it in place. */
  record: Type.Object({ type: Values(['TXT']), name: Type.String(), value: Type.String() }),
  checkedAt: Type.Optional(Timestamp),
  /** When the server looks for the record again by itself. */
  nextCheckAt: Type.Optional(Timestamp),
  verifiedAt: Type.Optional(Timestamp),
  /** The domain is verified, but its record is missing. After some days the domain becomes pending. */
  missingSince: Type.Optional(Timestamp),
}

/** An e-mail domain of an organization, and what its owner has to do to verify it. */
export const EmailDomain = Type.Object(
  { object: ObjectName('email-domain'), ...domainProof },
  { title: 'EmailDomain' },
)
export type EmailDomain = Static<typeof EmailDomain>

export const emailDomainOperations = {
  listEmailDomains: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/email-domains',
    summary: 'List e-mail domains',
    description: 'Each domain comes with the DNS record that verifies it.',
    access: ['org.admin'],
    scope: 'organization:read',
    query: PageQuery,
    status: 200,
    returns: List(EmailDomain),
  },
  checkEmailDomain: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/email-domains/{emailDomain}/check',
    summary: 'Check an e-mail domain',
    description: 'Starts a check of the DNS record. List the e-mail domains to see the result.',
    access: ['org.admin'],
    scope: 'organization:write',
    status: 200,
    returns: EmailDomain,
  },
} satisfies Operations
