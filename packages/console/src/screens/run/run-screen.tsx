import { operations } from '@stemma/contract'
import { getRouteApi } from '@tanstack/react-router'
import { use } from 'react'
import { MissingScreen } from '../../app/failures.tsx'
import { useOperation } from '../../app/operations.ts'
import { Screen } from '../../kit/screen.tsx'
import { OperationForm } from './operation-form.tsx'
import type { Callable } from './reach.ts'
import { WithCode } from './with-code.ts'
import './run-screen.css'

const route = getRouteApi('/o/$organizationId/run/$operationId')

/** The schemas are as large as the rest of the console, so they come with the first form. */
const schemas = import('./schemas.ts')

/** Calls one operation of the API. */
export function RunScreen() {
  const { organizationId, operationId } = route.useParams()
  const where = route.useSearch()
  const { id: userId } = useOperation('getAuthenticatedUser', {})
  const form = use(schemas).forms[operationId]
  const operation = (operations as Readonly<Record<string, Callable>>)[operationId]
  if (form === undefined || operation === undefined) return <MissingScreen />
  const isOwn = operation.path.startsWith('/v1/users/')
  const known = { ...(isOwn && { userId }), ...where, organizationId }
  return (
    <Screen title={operation.summary}>
      <div className="run-about">
        <p className="run-path">
          <code>
            {operation.method} {operation.path}
          </code>
        </p>
        {[form.description, form.also].map(
          (text) =>
            text && (
              <p key={text}>
                <WithCode text={text} />
              </p>
            ),
        )}
      </div>
      <OperationForm
        key={`${operationId} ${JSON.stringify(where)}`}
        organizationId={organizationId}
        id={operationId}
        operation={operation}
        form={form}
        known={known}
      />
    </Screen>
  )
}
