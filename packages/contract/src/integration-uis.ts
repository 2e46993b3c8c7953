import { Type } from 'typebox'
import { Body, type Operations } from './operation.ts'
import { Values } from './scalars.ts'

const Open = Type.Object({})

export const integrationUIOperations = {
  renderIntegrationUIWithPost: {
    method: 'POST',
    path: '/v1/integrations/{integrationName}/render',
    summary: 'Render the UI of an integration',
    description:
      'Integrations are not run yet, so the response is `complete`: there is nothing to show. With a ' +
      'content token, the response is the same for every name.',
    access: ['integration.view', 'audience'],
    scope: 'integration:read',
    body: Body({
      componentId: Type.String({ minLength: 1, maxLength: 256 }),
      props: Open,
      context: Open,
      state: Type.Optional(Open),
      action: Type.Optional(Open),
    }),
    status: 200,
    returns: Type.Object({ type: Values(['complete']) }),
  },
} satisfies Operations
