import { ApiError } from '../../../common/errors.ts'

/** Hosts are compared in lower case, paths as they are. */
export function normalProxy(proxy: string): string {
  const [host = '', ...path] = proxy.split('/')
  return [host.toLowerCase(), ...path].join('/')
}

/** There must be something to show. */
export function requirePublishable({ siteSpaces }: { readonly siteSpaces: number }) {
  if (siteSpaces > 0) return
  throw new ApiError('conflict', 'This site has no space yet. Add one before you publish it.')
}
