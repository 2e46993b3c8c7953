import { isDeepStrictEqual } from 'node:util'
import type { ScimAnswer, ScimClient } from '../../packages/server/src/test/provisioning.ts'

/** A request as a provider sends it, and what must be true of the answer. */
export interface Exchange {
  readonly name: string
  readonly method: string
  /** May name what an earlier answer gave, such as `{user}`. */
  readonly path: string
  readonly body?: unknown
  readonly status: number
  /** Values of the answer by their path, such as `Resources.0.id`. */
  readonly expect?: Readonly<Record<string, unknown>>
  /** Keeps the `id` of the answer under this name. */
  readonly keeps?: string
}

/** Sends requests in order, and returns what was wrong. */
export async function converse(
  send: ScimClient,
  exchanges: readonly Exchange[],
  known: Record<string, string>,
): Promise<string[]> {
  const wrong: string[] = []
  for (const exchange of exchanges) {
    const filled = (value: unknown) => fill(value, known)
    const path = encodeURI(String(filled(exchange.path))).replaceAll('+', '%2B')
    const answer = await send(exchange.method, path, filled(exchange.body))
    if (exchange.keeps !== undefined) known[exchange.keeps] = String(answer.body?.id)
    wrong.push(...faultsOf(exchange, answer, filled).map((fault) => `${exchange.name}: ${fault}`))
  }
  return wrong
}

/** Replaces `{name}` in every text of a value. */
function fill(value: unknown, known: Readonly<Record<string, string>>): unknown {
  if (value === undefined) return undefined
  const written = JSON.stringify(value)
  return JSON.parse(written.replaceAll(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole))
}

function faultsOf(
  { status, expect = {} }: Exchange,
  answer: ScimAnswer,
  filled: (value: unknown) => unknown,
) {
  const said = JSON.stringify(answer.body ?? '').slice(0, 300)
  if (answer.status !== status) return [`${answer.status} instead of ${status}: ${said}`]
  const isTyped = status === 204 || answer.type === 'application/scim+json; charset=utf-8'
  const faults = isTyped ? [] : [`content type ${answer.type}`]
  if (status >= 400 && answer.body?.schemas?.[0] !== 'urn:ietf:params:scim:api:messages:2.0:Error')
    faults.push(`not an error of SCIM: ${said}`)
  for (const [path, expected] of Object.entries(expect)) {
    const value = path.split('.').reduce(fieldOf, answer.body as unknown)
    if (!isDeepStrictEqual(value, filled(expected)))
      faults.push(`${path} is ${JSON.stringify(value)}: ${said}`)
  }
  return faults
}

function fieldOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | undefined)?.[name]
}
