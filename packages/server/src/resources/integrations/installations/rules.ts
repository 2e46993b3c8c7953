import { ApiError } from '../../../common/errors.ts'

const configurationBytesMax = 64 * 1024

/**
 * Validates a configuration against the form that the integration declares for an account, a space or a site:
 * declared fields must have their type, and required fields must be present. Undeclared fields are accepted.
 */
export function requireFitting(configuration: Configuration, declared: Declared) {
  if (Buffer.byteLength(JSON.stringify(configuration)) > configurationBytesMax)
    throw refused('A configuration has at most 64 KiB. Leave something out.', '')
  const { properties = {} } = declared ?? {}
  const missing = missingIn(configuration, declared)[0]
  if (missing !== undefined) throw refused(`The integration requires \`${missing}\`.`, `/${missing}`)
  for (const [name, property] of Object.entries(properties)) {
    const value = configuration[name]
    if (value === undefined || property.type === 'button') continue
    if (typeof value !== property.type)
      throw refused(`\`${name}\` must be a ${property.type}, says the integration.`, `/${name}`)
    if (property.enum !== undefined && !property.enum.includes(String(value)))
      throw refused(`\`${name}\` must be one of ${property.enum.join(', ')}.`, `/${name}`)
  }
}

/** An installation is pending until it has everything that the integration requires. */
export function statusOf(configuration: Configuration, declared: Declared): 'active' | 'pending' {
  return missingIn(configuration, declared).length === 0 ? 'active' : 'pending'
}

/** The default values that the integration declares. */
export function defaultsOf(declared: Declared): Configuration {
  const given = Object.entries(declared?.properties ?? {}).filter(([, one]) => one.default !== undefined)
  return Object.fromEntries(given.map(([name, one]) => [name, one.default]))
}

/** A button has no value, so it can't be required. */
function missingIn(configuration: Configuration, declared: Declared): string[] {
  const { properties = {}, required = [] } = declared ?? {}
  return required.filter((name) => properties[name]?.type !== 'button' && configuration[name] === undefined)
}

/** The form for a whole organization, a space or a site. */
export function declaredFor(
  { configurations }: { readonly configurations: unknown },
  where: Where,
): Declared {
  return (configurations as Readonly<Partial<Record<Where, Declared>>> | null)?.[where]
}

type Where = 'account' | 'space' | 'site'

/** Rejects an integration that declares another target. The target `all` includes spaces and sites. */
export function requireTarget({ target }: { readonly target: string }, where: 'space' | 'site') {
  if (target === 'all' || target === where) return
  const whole = target === 'organization' ? 'whole organizations' : `${target}s`
  throw new ApiError('conflict', `This integration is for ${whole}, not for ${where}s. Choose another one.`)
}

export type Configuration = Readonly<Record<string, unknown>>

/** A form, or undefined if the integration declares none or renders its own. */
export type Declared =
  | {
      readonly properties?: Readonly<Record<string, Property>>
      readonly required?: readonly string[]
    }
  | undefined

interface Property {
  readonly type: string
  readonly default?: unknown
  readonly enum?: readonly string[]
}

function refused(message: string, at: string): ApiError {
  return new ApiError('invalid_request', message, {
    details: [{ pointer: `/body/configuration${at}`, message }],
  })
}
