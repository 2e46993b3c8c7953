import { givenMember, type Organization, type Server } from '../../packages/server/src/test/harness.ts'
import { notifyNow } from '../../packages/server/src/test/notifying.ts'
import { named } from './review-stage.ts'

/** Notifications of several kinds and days for the admin of an organization, some of them read. */
export async function fillInbox(server: Server, organization: Organization, spaceId: string) {
  const { admin, id: organizationId } = organization
  const writer = await named(server, await givenMember(server, organization, 'review'), 'Mara Lindqvist')
  const [own, other] = [server.as(admin), server.as(writer)]
  const { id, number } = await own.createChangeRequest({
    params: { spaceId },
    body: { subject: 'Explain how tokens expire' },
  })
  const params = { spaceId, changeRequestId: id }
  const say = (markdown: string) => other.postCommentInChangeRequest({ params, body: { body: { markdown } } })
  await own.updateChangeRequestById({ params, body: { status: 'open' } })
  await say('The second paragraph repeats the first.')
  await say(
    `Is this still true, [@Admin](/users/${admin.id})? I remember **30 days**, but the settings say 90.`,
  )
  await other.submitChangeRequestReview({ params, body: { status: 'approved' } })
  await notifyNow(server, organizationId)
  const { items } = await own.listNotifications({ params: { organizationId } })
  const ids = items.slice(2).map((one) => one.id)
  await own.markNotifications({ params: { organizationId }, body: { notifications: ids } })
  for (const one of ids.slice(1))
    await server.db
      .updateTable('notifications')
      .set({ created_at: new Date(Date.now() - 30 * 3_600_000).toISOString() })
      .where('organization_id', '=', organizationId)
      .where('id', '=', one)
      .execute()
  return { number, changeRequestId: id, writer }
}
