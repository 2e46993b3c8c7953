import { createHash } from 'node:crypto'
import { PasskeyAnswer, type PasskeyOptions } from '@stemma/contract'
import { type Html, html, passkeyScript } from '@stemma/site'
import type { FastifyInstance } from 'fastify'
import { Value } from 'typebox/value'
import { canHavePasskeys, partyAt } from '../../../auth/passkeys.ts'
import { ApiError } from '../../../common/errors.ts'
import type { Script } from '../../../http/html.ts'
import { hidden } from './password-form.ts'
import type { Stage } from './stage.ts'

/** The script that asks the browser for a passkey. The only one of these pages. */
export function mountPasskeyScript(pages: FastifyInstance) {
  const { bytes, contentType } = passkeyScript
  pages.get('/login/passkey.js', (_request, reply) =>
    reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      .type(contentType)
      .send(bytes),
  )
}

const version = createHash('sha256').update(passkeyScript.bytes).digest('base64url').slice(0, 16)

/** Undefined where no passkey works: by an IP address, or if an identity provider is the only way in. */
export function scriptFor({ addresses, sessions }: Stage): Script | undefined {
  if (!sessions.passwordLogin || !canHavePasskeys(partyAt(addresses.login()))) return undefined
  const url = addresses.location(`/login/passkey.js?${version}`)
  return { url, calls: addresses.location('/login/passkey/options') }
}

/** A form that the script submits with a passkey. Without it, the form is hidden. */
export function passkeyForm({ addresses }: Stage, form: PasskeyForm): Html {
  const { path, label, fields, options } = form
  const ask = options === undefined ? addresses.location('/login/passkey/options') : undefined
  return html`<form class="passkey" method="post" action="${addresses.location(path)}"
 data-options="${options && JSON.stringify(options)}" data-ask="${ask}"
 data-problem="No passkey was used. Try again, or sign in another way.">
${hidden({ ...fields, credential: '' })}<button>${label}</button>
<p role="alert" hidden></p>
</form>`
}

interface PasskeyForm {
  readonly path: string
  readonly label: string
  readonly fields: Readonly<Record<string, string>>
  /** Without, the script asks for them. */
  readonly options?: PasskeyOptions
}

/** What the script sent. Nobody else sends anything else. */
export function credentialIn(text: string): PasskeyAnswer {
  try {
    const credential: unknown = JSON.parse(text)
    if (Value.Check(PasskeyAnswer, credential)) return credential
  } catch {
    // Not even JSON.
  }
  throw new ApiError('invalid_request', 'This is no passkey. Sign in again.')
}
