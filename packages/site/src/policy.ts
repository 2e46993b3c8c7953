import { hash } from 'node:crypto'

/**
 * Sets the theme that the reader chose, and says which announcement they closed, before anything is drawn.
 * It is the only inline script, and pages contain it unchanged.
 */
export const themeLine =
  'try{let d=document.documentElement.dataset,s=localStorage;' +
  "if(d.toggle&&s['stemma:theme'])d.theme=s['stemma:theme'];" +
  "if(s['stemma:closed'])d.closed=s['stemma:closed']}catch{}"

const themeHash = hashOf(themeLine)

function hashOf(text: string): string {
  return hash('sha256', text, 'base64')
}

/**
 * The content security policy of a page: `frames` are the origins of its embeds, `fonts` those of the fonts
 * of its customization, and `css` is the stylesheet of its customization, which the page contains. Values
 * that are not origins are left out, because they would end a directive.
 */
export function policyOf({ frames = [], fonts = [], ancestors = [], css }: PolicySources = {}): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${themeHash}'`,
    `style-src 'self'${css === undefined ? '' : ` 'sha256-${hashOf(css)}'`}`,
    "img-src 'self' https: data:",
    ["font-src 'self'", ...originsOf(fonts)].join(' '),
    "connect-src 'self'",
    `frame-src ${originsOf(frames).join(' ') || "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${originsOf(ancestors).join(' ') || "'none'"}`,
    'trusted-types stemma',
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/**
 * The policy of the frame from which a reader calls an API: requests go to this API, and to nothing else. It
 * has no origin, so that it reads no cookie and nothing that the site keeps.
 */
export function callPolicyOf({ origin, css }: { readonly origin: string; readonly css: string }): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${hashOf(css)}'`,
    "font-src 'self'",
    `connect-src ${origin}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "trusted-types 'none'",
    "require-trusted-types-for 'script'",
    'sandbox allow-scripts allow-forms',
  ].join('; ')
}

interface PolicySources {
  readonly frames?: readonly string[]
  readonly fonts?: readonly string[]
  readonly css?: string
  /** The origins of pages that show this one in a frame. */
  readonly ancestors?: readonly string[]
}

function originsOf(addresses: readonly string[]): string[] {
  const origins = addresses.flatMap((address) => {
    if (address === "'self'") return address
    const url = URL.parse(address)
    return url !== null && /^https?:$/.test(url.protocol) ? url.origin : []
  })
  return [...new Set(origins)]
}
