interface Signature {
  readonly of: readonly ('string' | 'array')[]
  readonly takes: 'nothing' | 'value' | 'function'
  readonly returns: 'boolean' | 'string'
}

const ofText = { of: ['string'] } as const

/** All methods that an expression may call. */
export const methods = {
  includes: { of: ['string', 'array'], takes: 'value', returns: 'boolean' },
  startsWith: { ...ofText, takes: 'value', returns: 'boolean' },
  endsWith: { ...ofText, takes: 'value', returns: 'boolean' },
  toLowerCase: { ...ofText, takes: 'nothing', returns: 'string' },
  toUpperCase: { ...ofText, takes: 'nothing', returns: 'string' },
  trim: { ...ofText, takes: 'nothing', returns: 'string' },
  some: { of: ['array'], takes: 'function', returns: 'boolean' },
  every: { of: ['array'], takes: 'function', returns: 'boolean' },
} as const satisfies Readonly<Record<string, Signature>>

export type Method = keyof typeof methods
export const methodNames = Object.keys(methods)

export function isMethod(name: string): name is Method {
  return Object.hasOwn(methods, name)
}
