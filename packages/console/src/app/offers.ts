import { operations } from '@stemma/contract'
import type { OperationId } from './operations.ts'

type Mark = 'data-operation' | 'data-body'

/** A control as `npm run console:authz` finds it. */
export type Offered = Readonly<Partial<Record<Mark, string>>>

/**
 * Says on a control which operation it sends, as far as the path is known by now: the proof compares what is
 * offered to a person with what the server allows them. The body is named where the permission depends on it.
 */
export function offers(
  id: OperationId,
  params: Readonly<Record<string, string>> = {},
  body?: object,
): Offered {
  const { method, path } = operations[id]
  const known = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole)
  return {
    'data-operation': `${method} ${known}`,
    ...(body !== undefined && { 'data-body': JSON.stringify(body) }),
  }
}
