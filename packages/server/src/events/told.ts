type Body = Readonly<Record<string, unknown>>

/** An event as people and other servers see it. Invite IDs are cut off, because they let anyone join. */
export function toldOf(body: unknown): Record<string, unknown> {
  const { inviteId, ...told } = body as Body
  if (typeof inviteId !== 'string') return told
  return { inviteId: `${inviteId.slice(0, 4)}…`, ...told }
}

/** The subject of an event as a key: events with the same subject reach a webhook in order. */
export function resourceOf(body: object): string {
  const named = kinds.find((kind) => typeof (body as Body)[kind] === 'string')
  return named === undefined ? 'organization' : `${named} ${(body as Body)[named]}`
}

/** The first of these fields that an event has determines its subject. */
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
