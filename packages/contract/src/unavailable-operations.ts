import type { Method } from './operation.ts'

/**
 * Operations of other servers of this API that need a language model, which this server has none of. They are
 * not in the table of operations: the server answers 501 `ai_unavailable` at these paths.
 */
export const unavailableOperations = {
  askInOrganization: { method: 'POST', path: '/v1/orgs/{organizationId}/ask' },
  streamAskInOrganization: { method: 'GET', path: '/v1/orgs/{organizationId}/ask/stream' },
  getRecommendedQuestionsInOrganization: { method: 'GET', path: '/v1/orgs/{organizationId}/ask/questions' },
  streamRecommendedQuestionsInOrganization: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/ask/questions/stream',
  },
  streamAskInSite: { method: 'POST', path: '/v1/orgs/{organizationId}/sites/{siteId}/ask' },
  streamRecommendedQuestionsInSite: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/ask/questions',
  },
  streamAIResponseInSite: { method: 'POST', path: '/v1/orgs/{organizationId}/sites/{siteId}/ai/response' },
  streamExistingAIResponseInSite: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/ai/response/{responseId}',
  },
} as const satisfies Readonly<Record<string, { readonly method: Method; readonly path: `/v1/${string}` }>>
