import { createClient } from '@stemma/client'
import { issueToken, type Moment } from '../packages/server/src/commands/accounts.ts'
import { foundOrganization } from '../packages/server/src/commands/init.ts'
import { expiryIn } from '../packages/server/src/commands/input.ts'
import { hasUsers } from '../packages/server/src/commands/store.ts'
import { openDatabase } from '../packages/server/src/db/database.ts'
import { inTransaction } from '../packages/server/src/db/transaction.ts'
import * as users from '../packages/server/src/resources/users/store.ts'

const admin = { email: 'admin@sample.example', displayName: 'Sample Admin' }
/** Nobody reviews their own change requests, so whoever tries one needs a second person. */
const reviewer = 'reviewer@sample.example'
const title = 'Sample'

export interface Sample {
  /** Absent where the database belongs to other people. */
  readonly token: string | undefined
  /** The organization that is still empty, if it was made just now. */
  readonly newOrganizationId: string | undefined
}

/** A new database gets a sample organization; its admin gets a new token every time. */
export function prepareSample(url: string): Promise<Sample> {
  return atMoment(url, async (moment) => {
    if (!(await hasUsers(moment.db))) {
      const { organization, token } = await foundOrganization(moment, admin, title)
      return { token: token.secret, newOrganizationId: organization.id }
    }
    return { token: await newToken(moment, admin.email), newOrganizationId: undefined }
  })
}

/** Absent where the sample is from before there was a reviewer, or where there is none. */
export function reviewerToken(url: string): Promise<string | undefined> {
  return atMoment(url, (moment) => newToken(moment, reviewer))
}

async function newToken(moment: Moment, email: string): Promise<string | undefined> {
  const userId = (await users.idsByEmail(moment.db, [email])).get(email)
  if (userId === undefined) return undefined
  const expiresAt = expiryIn('30', moment.now)
  return (await issueToken(moment, { userId, label: 'npm run dev', expiresAt })).secret
}

async function atMoment<T>(url: string, work: (moment: Moment) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 10_000 })
  try {
    return await inTransaction(db, { repeatable: false }, (transaction) =>
      work({ db: transaction, now: new Date().toISOString() }),
    )
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
        { email: reviewer, role: 'review' },
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
