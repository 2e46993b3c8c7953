import { Type } from 'typebox'

/**
 * A schema by its name in `definitions.ts`: because it holds itself, or because copies of it would
 * be many.
 */
export const Defined = <T>(name: string) => Type.Unsafe<T>({ $ref: `#/$defs/${name}` })
