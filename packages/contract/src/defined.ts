import { Type } from 'typebox'

/**
 * Refers to a schema in `definitions.ts` by name, because the schema is recursive or would be
 * copied many times.
 */
export const Defined = <T>(name: string) => Type.Unsafe<T>({ $ref: `#/$defs/${name}` })
