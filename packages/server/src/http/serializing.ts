import build, { type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'

/** Compiled on first use, like the validators. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let serialize: ((value: unknown) => string) | undefined
  return (value: unknown) => {
    serialize ??= build(schema as Schema)
    return serialize(value)
  }
}
