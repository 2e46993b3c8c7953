import { Page, Revision } from './content.ts'
import { ContentLocation } from './content-locations.ts'
import { DocumentNode } from './documents.ts'
import type { Operation, Operations } from './operation.ts'
import { Organization } from './organizations.ts'
import { Space } from './spaces.ts'

/** The schemas that other schemas refer to by name, such as `#/$defs/Page`. */
const definitions: Readonly<Record<string, object>> = {
  ContentLocation,
  DocumentNode,
  Organization,
  Page,
  Revision,
  Space,
}

/** Adds the definitions that a schema uses to its root, where `#/$defs` references resolve. */
export function withDefinitions<T extends Operations>(operations: T): T {
  return Object.fromEntries(
    Object.entries(operations).map(([id, operation]) => [id, selfContained(operation)]),
  ) as T
}

function selfContained(operation: Operation): Operation {
  const { body, returns } = operation
  return {
    ...operation,
    ...(body && { body: withDefinitionsOf(body) }),
    ...(returns && { returns: withDefinitionsOf(returns) }),
  }
}

/** Caches by identity, so that operations with the same response still share one schema object. */
function withDefinitionsOf<T extends object>(schema: T): T {
  const known = contained.get(schema) ?? { ...schema, ...definitionsOf(schema) }
  contained.set(schema, known)
  return known as T
}

const contained = new WeakMap<object, object>()

function definitionsOf(schema: object): { $defs?: Record<string, object> } {
  const $defs: Record<string, object> = {}
  const waiting = [schema]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, name = ''] of JSON.stringify(next).matchAll(/"#\/\$defs\/(\w+)"/g)) {
      const definition = definitions[name]
      if (definition === undefined) throw new Error(`No definition is named ${name}.`)
      if ($defs[name] === undefined) waiting.push(definition)
      $defs[name] = definition
    }
  }
  return Object.keys($defs).length > 0 ? { $defs } : {}
}
