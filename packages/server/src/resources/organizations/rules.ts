/** Domains are compared in lower case, and each counts once. */
export function normalDomains(domains: readonly string[]): string[] {
  return [...new Set(domains.map((domain) => domain.toLowerCase()))]
}
