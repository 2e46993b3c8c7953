type Body = Readonly<Record<string, unknown>>

/** An event as people and other servers may see it: who has the id of an invite link can join with it. */
export function toldOf(body: unknown): Record<string, unknown> {
  const { inviteId, ...told } = body as Body
  if (typeof inviteId !== 'string') return told
  return { inviteId: `${inviteId.slice(0, 4)}…`, ...told }
}

/** What an event is about, as one text: events about the same thing reach a webhook in their order. */
export function resourceOf(body: object): string {
  const named = kinds.find((kind) => typeof (body as Body)[kind] === 'string')
  return named === undefined ? 'organization' : `${named} ${(body as Body)[named]}`
}

/** The first that an event names decides. */
const kinds = [
  'webhookId',
  'invitationId',
  'commentId',
  'changeRequestId',
  'siteId',
  'spaceId',
  'collectionId',
  'teamId',
  'slug',
  'translationSettingsId',
  'userId',
] as const
