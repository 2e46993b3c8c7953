/** Cookies are bound to the host and, below a path, to the site. */
export function cookieNamesFor({ protocol }: URL) {
  const prefix = protocol === 'https:' ? '__Secure-' : ''
  return {
    token: `${prefix}stemma_visitor`,
    share: `${prefix}stemma_share`,
    signIn: `${prefix}stemma_sign_in`,
    visit: `${prefix}stemma_visit`,
  }
}
