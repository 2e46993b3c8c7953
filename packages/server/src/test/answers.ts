import assert from 'node:assert/strict'
import { ErrorBody, type Operation, operations, type Reason, refusalsOf, statusesOf } from '@stemma/contract'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

// Compiling the validators takes longer than running them, and most of that time goes into optimization.
const ajv = new Ajv2020({ strict: false, code: { optimize: false } })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)

const routes = Object.entries(operations as Record<string, Operation>).map(([id, operation]) => ({
  id,
  operation,
  pattern: new RegExp(`^${operation.path.replace('{pagePath}', '.*').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))
const validators = new Map<string, ValidateFunction>()
const isError = ajv.compile(ErrorBody)

/** Operations that a test in this process has called successfully. */
export const called = new Set<string>()

/** Finds the operation for a path. A literal path takes precedence over one with parameters. */
export function operationAt(method: string, pathname: string) {
  const fitting = routes.filter(
    ({ operation, pattern }) => operation.method === method && pattern.test(pathname),
  )
  return fitting.sort((a, b) => a.operation.path.split('{').length - b.operation.path.split('{').length)[0]
}

/** Fails if the contract doesn't declare the status or the reason for the operation. */
export function requireDeclared(route: ReturnType<typeof operationAt>, status: number, reason?: Reason) {
  if (route === undefined) return
  const { id, operation } = route
  assert.ok(statusesOf(operation).includes(status), `${id} answers ${status}, which it does not declare`)
  if (reason === undefined || refusalsOf(operation).includes(reason)) return
  assert.fail(`${id} is refused for ${reason}: add it to its errors in the contract`)
}

/** Fails unless a response matches the contract. Every response that a test receives is checked. */
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
  for (const value of operation.streams ? eventsIn(body) : [JSON.parse(body)]) {
    const problem = validate(value) ? '' : ajv.errorsText(validate.errors)
    assert.equal(problem, '', `${id} answers outside the contract: ${problem} ${body}`)
  }
}

/** The events of a stream that has ended. */
function eventsIn(body: string): unknown[] {
  return body.split('\n\n').flatMap((block) => {
    const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)))
    return fields.data === undefined ? [] : [{ ...fields, data: JSON.parse(fields.data) }]
  })
}
