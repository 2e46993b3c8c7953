import { passwordLength } from '@stemma/contract'
import { type Html, html } from '@stemma/site'
import { requireUnbreached } from '../../../auth/breached-passwords.ts'
import { ApiError } from '../../../common/errors.ts'
import { requirePassword } from './rules.ts'
import type { Stage } from './stage.ts'

/** The fields of a form that sets a password. Password managers store it with the address. */
export function passwordFields(email: string): Html {
  const { min, max } = passwordLength
  return html`<label for="email">E-mail address</label>
<input id="email" type="email" autocomplete="username" readonly value="${email}">
<label for="password">New password, at least ${min} characters</label>
<input id="password" name="password" type="password" autocomplete="new-password" required
 minlength="${min}" maxlength="${max}">`
}

export function hidden(fields: Readonly<Record<string, string>>): Html[] {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`,
  )
}

export function alert(problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p role="alert">${problem}</p>`
}

/** What is wrong with a password, in words for the form; undefined if it will do. */
export async function problemWith({ sessions }: Stage, password: string, owner: Owner) {
  try {
    requirePassword(password, { ...owner, origins: sessions.origins })
    await requireUnbreached(password, sessions.breachedPasswords)
    return undefined
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'invalid_request') return error.message
    throw error
  }
}

interface Owner {
  readonly email: string
  readonly displayName: string
}

export function requirePasswordLogin({ sessions }: Pick<Stage, 'sessions'>) {
  if (sessions.passwordLogin) return
  throw new ApiError(
    'forbidden',
    'Password sign-in is disabled on this server. Sign in through an identity provider.',
  )
}
