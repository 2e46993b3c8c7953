import { type Operation, operations, paramNames, params } from '@stemma/contract'
import type { Form } from './form.ts'
import type { Schema } from './shape.ts'

/** What every operation takes. The build replaces this file by its result: browsers have no contract. */
export const forms: Readonly<Record<string, Form>> = Object.fromEntries(
  Object.entries<Operation>(operations).map(([id, operation]) => [id, toForm(operation)]),
)

function toForm({ path, query, body, bodyOptional, description, also }: Operation): Form {
  return {
    ...(description !== undefined && { description }),
    ...(also !== undefined && { also }),
    params: Object.fromEntries(paramNames(path).map((name) => [name, params[name] as Schema])),
    ...(query !== undefined && { query: query as Schema }),
    ...(body !== undefined && { body: body as Schema }),
    isBodyOptional: bodyOptional === true,
  }
}
