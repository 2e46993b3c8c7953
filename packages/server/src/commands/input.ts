import { WrongUsage } from '@stemma/command-line'
import { Email, Id, organizationOperations, scopes, tokenOperations, userOperations } from '@stemma/contract'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Database } from '../db/database.ts'
import * as users from '../resources/people/users/store.ts'
import { CommandFailure } from './command.ts'

/** Options accept the same values as the API. */
const limits = {
  email: [Email, 'an e-mail address'],
  name: [userOperations.updateUserById.body.properties.displayName, '1 to 64 characters'],
  organization: [organizationOperations.createOrganization.body.properties.title, '2 to 255 characters'],
  label: [tokenOperations.createToken.body.properties.label, '1 to 50 characters'],
  id: [Id, 'an id'],
} as const satisfies Record<string, readonly [TSchema, string]>

export function requireText(option: string, kind: keyof typeof limits, value: string | undefined): string {
  const [schema, takes] = limits[kind]
  if (value !== undefined && Value.Check(schema, value)) return value
  throw new WrongUsage(`Set --${option}: ${takes}.`)
}

export function requireEmail(value: string | undefined): string {
  return requireText('email', 'email', value).toLowerCase()
}

/** The default name of a user. */
export function nameOf(email: string): string {
  return (email.split('@')[0] ?? email).slice(0, 64)
}

export function scopesIn(list: string | undefined) {
  if (list === undefined) return undefined
  const chosen = list.split(',').map((name) => scopes.find((scope) => scope === name.trim()))
  const known = chosen.filter((scope) => scope !== undefined)
  if (known.length === chosen.length) return [...new Set(known)]
  throw new WrongUsage(`--scopes accepts a comma-separated list of: ${scopes.join(', ')}.`)
}

/** As in the API, a token is valid for at most a year. */
const daysMax = 365

export function expiryIn(days: string | undefined, now: string): string {
  const number = days === undefined ? daysMax : /^\d{1,3}$/.test(days) ? Number(days) : 0
  if (number < 1 || number > daysMax)
    throw new WrongUsage(`Set --expires-in-days to a whole number from 1 to ${daysMax}.`)
  return new Date(Date.parse(now) + number * 24 * 60 * 60 * 1000).toISOString()
}

export const userOptions = {
  email: { value: 'EMAIL', summary: 'The e-mail address of the user.' },
  user: { value: 'ID', summary: 'The ID of the user, instead of --email.' },
} as const

/** Finds the user that the options name, by email address or ID. */
export function userIn({ email, user }: UserGiven): (db: Database) => Promise<string> {
  if ((email === undefined) === (user === undefined))
    throw new WrongUsage('Name the user: --email EMAIL or --user ID.')
  if (user !== undefined) {
    const id = requireText('user', 'id', user)
    return async (db) => (await users.find(db, id))?.userId ?? unknownUser(`the ID ${id}`)
  }
  const address = requireEmail(email)
  return async (db) => (await users.idsByEmail(db, [address])).get(address) ?? unknownUser(address)
}

function unknownUser(who: string): never {
  throw new CommandFailure(
    `There is no user with ${who}. Check it, or create the first user with stemma-server init.`,
  )
}

interface UserGiven {
  readonly email?: string
  readonly user?: string
}
