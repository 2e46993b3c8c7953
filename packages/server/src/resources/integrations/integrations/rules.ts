import { ApiError } from '../../../common/errors.ts'

/** The policy as the value of a single header. */
export function policyOf(policy: string | Readonly<Record<string, string | undefined>> | undefined) {
  if (policy === undefined) return null
  const text =
    typeof policy === 'string'
      ? policy
      : Object.entries(policy)
          .map(([directive, value]) => `${directive} ${value ?? ''}`.trim())
          .join('; ')
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const message = 'must be visible ASCII in one line, because it is sent as a header'
  throw new ApiError('invalid_request', `\`contentSecurityPolicy\` ${message}.`, {
    details: [{ pointer: '/body/contentSecurityPolicy', message }],
  })
}

/** The hosts of the URLs that blocks unfurl, normalized for lookup. */
export function domainsOf(blocks: readonly Block[]): string[] {
  const hosts = blocks.flatMap(({ urlUnfurl = [] }) => urlUnfurl.map(hostOf))
  return [...new Set(hosts)].filter((host) => host !== '')
}

/** The domain and all of its parent domains, each with and without a wildcard. */
export function domainsFor(domain: string): string[] {
  const labels = domain.split('.')
  const domains = labels.map((_, index) => labels.slice(index).join('.'))
  return domains.flatMap((one) => [one, `*.${one}`])
}

/** IDs must be unique among the parts of an integration. */
export function requireDistinct(parts: readonly { readonly id: string }[], field: string) {
  if (new Set(parts.map(({ id }) => id)).size === parts.length) return
  throw new ApiError('invalid_request', `Two entries of \`${field}\` have the same ID. Give each its own.`, {
    details: [{ pointer: `/body/${field}`, message: 'must have different IDs' }],
  })
}

interface Block {
  readonly urlUnfurl?: readonly string[]
}

function hostOf(pattern: string): string {
  const [, host = ''] = /^(?:[a-z][a-z\d+.*-]*:\/\/)?([^/?#:]*)/i.exec(pattern.trim()) ?? []
  return host.toLowerCase()
}
