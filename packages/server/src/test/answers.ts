import assert from 'node:assert/strict'
import { ErrorBody, type Operation, operations } from '@stemma/contract'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

// Making validators costs more than running them, and most of that went into making them quick.
const ajv = new Ajv2020({ strict: false, code: { optimize: false } })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)

const routes = Object.entries(operations as Record<string, Operation>).map(([id, operation]) => ({
  id,
  operation,
  pattern: new RegExp(`^${operation.path.replace('{pagePath}', '.*').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))
const validators = new Map<string, ValidateFunction>()
const isError = ajv.compile(ErrorBody)

/** Operations that some test of this process has called with success. */
export const called = new Set<string>()

/** Which operation an address is of; a fixed path comes before one with a parameter in its place. */
export function operationAt(method: string, pathname: string) {
  const fitting = routes.filter(
    ({ operation, pattern }) => operation.method === method && pattern.test(pathname),
  )
  return fitting.sort((a, b) => a.operation.path.split('{').length - b.operation.path.split('{').length)[0]
}

/** Every answer that a test sees must be one that the contract promises. */
export function checkAnswer(method: string, pathname: string, status: number, body: string) {
  if (status >= 400) {
    const error = JSON.parse(body)
    assert.ok(isError(error), `${method} ${pathname} answers ${status} with a body that is no error: ${body}`)
    assert.equal(error.error.code, status)
    return
  }
  const route = operationAt(method, pathname)
  if (route === undefined || status === 304) return
  const { id, operation } = route
  const deletedNothing = method === 'DELETE' && status === 204
  assert.ok(status === operation.status || deletedNothing, `${id} answers ${status}, not ${operation.status}`)
  called.add(id)
  if (operation.returns === undefined) return assert.equal(body, '', `${id} answers a body`)
  const validate = validators.get(id) ?? ajv.compile(operation.returns)
  validators.set(id, validate)
  assert.ok(
    validate(JSON.parse(body)),
    `${id} answers outside the contract: ${ajv.errorsText(validate.errors)} ${body}`,
  )
}
