import { ApiError } from '../../../common/errors.ts'

/** Hosts are case-insensitive; paths are not. */
export function normalProxy(proxy: string): string {
  const [host = '', ...path] = proxy.split('/')
  return [host.toLowerCase(), ...path].join('/')
}

/** A site without spaces can't be published. */
export function requirePublishable({ siteSpaces }: { readonly siteSpaces: number }) {
  if (siteSpaces > 0) return
  throw new ApiError('conflict', 'This site has no space yet. Add one before you publish it.')
}
