import assert from 'node:assert/strict'
import { ErrorBody, type Operation, operations, type Reason, refusalsOf, statusesOf } from '@stemma/contract'
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

/** Every status, and every reason of a refusal, is one that the contract declares for the operation. */
export function requireDeclared(route: ReturnType<typeof operationAt>, status: number, reason?: Reason) {
  if (route === undefined) return
  const { id, operation } = route
  assert.ok(statusesOf(operation).includes(status), `${id} answers ${status}, which it does not declare`)
  if (reason === undefined || refusalsOf(operation).includes(reason)) return
  assert.fail(`${id} is refused for ${reason}: add it to its errors in the contract`)
}

/** Every answer that a test sees must be one that the contract promises. */
export function checkAnswer(method: string, pathname: string, status: number, body: string) {
  if (status >= 400) {
    const error = JSON.parse(body)
    assert.ok(isError(error), `${method} ${pathname} answers ${status} with a body that is no error: ${body}`)
    assert.equal(error.error.code, status)
    requireDeclared(operationAt(method, pathname), status, error.error.reason)
    return
  }
  const route = operationAt(method, pathname)
  requireDeclared(route, status)
  if (route === undefined || status === 304) return
  const { id, operation } = route
  called.add(id)
  if (operation.returns === undefined || status === 204) return assert.equal(body, '', `${id} answers a body`)
  const validate = validators.get(id) ?? ajv.compile(operation.returns)
  validators.set(id, validate)
  assert.ok(
    validate(JSON.parse(body)),
    `${id} answers outside the contract: ${ajv.errorsText(validate.errors)} ${body}`,
  )
}
