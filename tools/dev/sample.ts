import { randomBytes } from 'node:crypto'
import { type Client, createClient } from '@stemma/client'
import { hashPassword } from '../../packages/server/src/auth/passwords.ts'
import { createUser, issueToken, type Moment } from '../../packages/server/src/commands/accounts.ts'
import { foundOrganization } from '../../packages/server/src/commands/init.ts'
import { expiryIn } from '../../packages/server/src/commands/input.ts'
import { hasUsers } from '../../packages/server/src/commands/store.ts'
import { openDatabase } from '../../packages/server/src/db/database.ts'
import { inTransaction } from '../../packages/server/src/db/transaction.ts'
import * as signIn from '../../packages/server/src/resources/access/sign-in/store.ts'
import * as users from '../../packages/server/src/resources/people/users/store.ts'
import { publishDocs } from './sample-site.ts'

const admin = { email: 'admin@sample.example', displayName: 'Sample Admin' }
/** Nobody can review their own change request, so trying one takes a second user. */
const reviewer = 'reviewer@sample.example'
const title = 'Sample'
const people = [
  { email: 'editor@sample.example', role: 'edit' },
  { email: reviewer, role: 'review' },
  { email: 'reader@sample.example', role: 'read' },
] as const

export interface Sample {
  /** Absent if the database has users but no sample admin. */
  readonly token: string | undefined
  readonly email: string
  /** Set only on the start that generated it: the database keeps a hash. */
  readonly password: string | undefined
  /** Set if the organization was just created and is still empty. */
  readonly newOrganizationId: string | undefined
  /** The tokens of the users who join the new organization. */
  readonly joining?: readonly string[]
}

/**
 * Creates the sample organization in a new database. The admin gets a new token on every start. A password
 * is set on the first start and on request only, because a new password ends the admin's sessions.
 */
export function prepareSample(url: string, { newPassword }: { newPassword: boolean }): Promise<Sample> {
  return atMoment(url, async (moment) => {
    if (await hasUsers(moment.db)) {
      const token = await newToken(moment, admin.email)
      const password = await givePassword(moment, { replace: newPassword })
      return { token, email: admin.email, password, newOrganizationId: undefined }
    }
    const { organization, token } = await foundOrganization(moment, admin, title)
    const password = await givePassword(moment, { replace: newPassword })
    const joining: string[] = []
    for (const { email } of people) joining.push(await newPerson(moment, email))
    return { token: token.secret, email: admin.email, password, newOrganizationId: organization.id, joining }
  })
}

/** Returns the new password of the sample admin; undefined if there is no such user, or they keep theirs. */
async function givePassword({ db, now }: Moment, { replace }: { replace: boolean }) {
  const account = await signIn.findAccount(db, { email: admin.email })
  if (account === undefined || (account.hash !== null && !replace)) return undefined
  const password = randomBytes(12).toString('base64url')
  const hash = await hashPassword(password)
  const { userId } = account
  await signIn.replacePassword({ db, now, home: userId }, { userId, hash, revokesTokens: false })
  return password
}

/** Absent if the sample was created before it had a reviewer, or if there is no sample. */
export function reviewerToken(url: string): Promise<string | undefined> {
  return atMoment(url, (moment) => newToken(moment, reviewer))
}

async function newPerson(moment: Moment, email: string): Promise<string> {
  await createUser(moment, { email, displayName: email.split('@')[0] ?? email })
  return (await newToken(moment, email)) ?? ''
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

/** Creates the rest of the sample through the API, as people would. */
export async function fillSample(endpoint: string, sample: Sample) {
  const { token, newOrganizationId, joining = [] } = sample
  if (token === undefined || newOrganizationId === undefined) return
  const client = createClient({ endpoint, token })
  const params = { organizationId: newOrganizationId }
  const { users: members } = await client.inviteUsersToOrganization({ params, body: { emails: [...people] } })
  await client.createOrganizationTeam({ params, body: { title: 'Writers', members } })
  for (const secret of joining) await acceptAll(createClient({ endpoint, token: secret }))
  const { id: spaceId } = await client.createSpace({ params, body: { title: 'Handbook', editMode: 'live' } })
  await client.updateSpaceContent({ params: { spaceId }, body: { changes: [...pages] } })
  await publishDocs({ endpoint, token, ...params })
}

async function acceptAll(client: Client) {
  const { items } = await client.listInvitationsForAuthenticatedUser({})
  for (const { id } of items) await client.acceptInvitation({ params: { invitationId: id } })
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
