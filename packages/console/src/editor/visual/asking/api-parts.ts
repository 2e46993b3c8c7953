import { recordOf } from '../../../kit/document/data.ts'

/** An operation or a webhook of an API, as blocks name it. */
export interface ApiCall {
  readonly method: string
  /** The path, or the name of a webhook. */
  readonly name: string
  readonly summary: string
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** The operations or the webhooks of an OpenAPI document, in its order. */
export function callsIn(document: unknown, list: 'paths' | 'webhooks'): readonly ApiCall[] {
  return Object.entries(recordOf(recordOf(document)[list])).flatMap(([name, item]) =>
    Object.entries(recordOf(item)).flatMap(([method, operation]) => {
      if (!methods.some((one) => one === method)) return []
      const { summary, operationId } = recordOf(operation)
      return [{ method, name, summary: textOf(summary) || textOf(operationId) }]
    }),
  )
}

/** The names of the schemas of an OpenAPI document. */
export function schemasIn(document: unknown): readonly string[] {
  const { components, definitions } = recordOf(document)
  return Object.keys({ ...recordOf(definitions), ...recordOf(recordOf(components).schemas) })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
