import { toPages } from '../../../app/operations.ts'
import type { InSite } from '../sites.ts'

/** The live redirects of a site, by their path. */
export function redirectsOf(params: InSite) {
  return toPages('listSiteRedirects', { params, query: { orderBy: 'source' } })
}
