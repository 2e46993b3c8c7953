import { createClient } from '@stemma/client'
import { issueToken } from '../packages/server/src/commands/accounts.ts'
import { foundOrganization } from '../packages/server/src/commands/init.ts'
import { expiryIn } from '../packages/server/src/commands/input.ts'
import { hasUsers } from '../packages/server/src/commands/store.ts'
import { openDatabase } from '../packages/server/src/db/database.ts'
import { inTransaction } from '../packages/server/src/db/transaction.ts'
import * as users from '../packages/server/src/resources/users/store.ts'

const admin = { email: 'admin@sample.example', displayName: 'Sample Admin' }
const title = 'Sample'

export interface Sample {
  /** Absent where the database belongs to other people. */
  readonly token: string | undefined
  /** The organization that is still empty, if it was made just now. */
  readonly newOrganizationId: string | undefined
}

/** A new database gets a sample organization; its admin gets a new token every time. */
export async function prepareSample(url: string): Promise<Sample> {
  const db = openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 10_000 })
  try {
    return await inTransaction(db, { repeatable: false }, async (transaction) => {
      const moment = { db: transaction, now: new Date().toISOString() }
      if (!(await hasUsers(transaction))) {
        const { organization, token } = await foundOrganization(moment, admin, title)
        return { token: token.secret, newOrganizationId: organization.id }
      }
      const userId = (await users.idsByEmail(transaction, [admin.email])).get(admin.email)
      if (userId === undefined) return { token: undefined, newOrganizationId: undefined }
      const expiresAt = expiryIn('30', moment.now)
      const token = await issueToken(moment, { userId, label: 'npm run dev', expiresAt })
      return { token: token.secret, newOrganizationId: undefined }
    })
  } finally {
    await db.destroy()
  }
}

/** The rest of the sample comes through the API, like everything that people make. */
export async function fillSample(endpoint: string, { token, newOrganizationId }: Sample) {
  if (token === undefined || newOrganizationId === undefined) return
  const client = createClient({ endpoint, token })
  const params = { organizationId: newOrganizationId }
  const { users: members } = await client.inviteUsersToOrganization({
    params,
    body: {
      emails: [
        { email: 'editor@sample.example', role: 'edit' },
        { email: 'reader@sample.example', role: 'read' },
      ],
    },
  })
  await client.createOrganizationTeam({ params, body: { title: 'Writers', members } })
  const { id: spaceId } = await client.createSpace({ params, body: { title: 'Handbook', editMode: 'live' } })
  await client.updateSpaceContent({ params: { spaceId }, body: { changes: [...pages] } })
}

const pages = [
  {
    operation: 'insert_page',
    ref: 'welcome',
    emoji: '👋',
    document: {
      markdown: '# Welcome\n\nThis is the handbook. Begin with [the first steps](./first-steps.md).\n',
    },
  },
  {
    operation: 'insert_page',
    ref: 'first-steps',
    document: {
      markdown: '# First steps\n\n{% hint style="info" %}\nPropose a change, and merge it.\n{% endhint %}\n',
    },
  },
] as const
