import type { Seals } from '../../../auth/sealing.ts'
import { signingKey } from '../../../auth/signing-key.ts'
import type { Addresses } from '../../../common/addresses.ts'
import type { Database } from '../../../db/database.ts'
import type { NotificationsLetter, Written } from '../../../mail/letters.ts'
import { writeNotices } from '../../../mail/notices.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import { readMailed, unsubscribeTokens } from '../notifications/index.ts'
import type { Key } from './store.ts'

/**
 * Puts notifications into words, with what their recipient can read at this moment. Undefined if nothing is
 * left of them.
 */
export async function writeNotifications(
  { db, seals, addresses }: Means,
  { organizationId }: Key,
  { letter, language }: { readonly letter: NotificationsLetter; readonly language: string },
): Promise<Written | undefined> {
  const { userId, ids, digest: isDigest } = letter
  const notices = await readMailed(db, { organizationId, userId }, { ids, addresses })
  const organization = await organizations.find(db, organizationId)
  if (notices.length === 0 || organization === undefined) return undefined
  const { tokenOf } = unsubscribeTokens(
    await signingKey({ db, seals, now: new Date().toISOString() }, purpose),
  )
  const kinds = [...new Set(notices.map(({ kind }) => kind))]
  const token = tokenOf({ organizationId, userId, kinds })
  return writeNotices({
    ...{ notices, isDigest, language, organization: organization.title },
    inboxUrl: `${addresses.organizationApp(organizationId)}/inbox`,
    unsubscribeUrl: `${addresses.location('/notifications/unsubscribe')}?${new URLSearchParams({ token })}`,
  })
}

/** The key that signs links which end mails. */
const purpose = 'unsubscribe'

interface Means {
  readonly db: Database
  readonly seals: Seals
  readonly addresses: Addresses
}
