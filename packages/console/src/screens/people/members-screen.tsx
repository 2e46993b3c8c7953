import type { Member } from '@stemma/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, Input, Label, SearchField } from 'react-aria-components'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { toPages, useOperation, useWrite } from '../../app/operations.ts'
import { Choice } from '../../kit/choice.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Question } from '../../kit/question.tsx'
import { Segments } from '../../kit/segments.tsx'
import { ShowMore } from '../../kit/show-more.tsx'
import { sayWhen } from '../../kit/when.ts'
import { Invitations } from './invitations.tsx'
import { InviteLinks } from './invite-links.tsx'
import { InvitePeople } from './invite-people.tsx'
import { useIsKept } from './kept.ts'
import { Person } from './person.tsx'
import { none, roleOptions, roleWords, toRole, useOwnRole } from './roles.ts'
import { SettingsFrame } from './settings-frame.tsx'

const route = getRouteApi('/o/$organizationId/settings/members')

/** The people of an organization with their roles. */
export function MembersScreen() {
  const params = route.useParams()
  const { organizationId } = params
  const role = useOwnRole(organizationId)
  const isAdmin = role === 'admin'
  return (
    <SettingsFrame title="Members" actions={isAdmin && <InvitePeople organizationId={organizationId} />}>
      {role === null ? (
        <Notice icon="info">
          <p>Guests don’t see who belongs to the organization.</p>
        </Notice>
      ) : (
        <Members organizationId={organizationId} isAdmin={isAdmin} />
      )}
      {isAdmin && <Invitations organizationId={organizationId} />}
      {isAdmin && <InviteLinks organizationId={organizationId} />}
    </SettingsFrame>
  )
}

interface MembersProps {
  readonly organizationId: string
  readonly isAdmin: boolean
}

function Members({ organizationId, isAdmin }: MembersProps) {
  const [words, setWords] = useState('')
  const [who, setWho] = useState<'everyone' | 'guests'>('everyone')
  const list = useInfiniteQuery({
    ...toPages('listMembersInOrganizationById', {
      params: { organizationId },
      query: {
        limit: 50,
        sort: 'name',
        order: 'asc',
        ...(words && { search: words }),
        ...(who === 'guests' && { role: 'guest' }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const members = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section className="people-list" aria-label="Members">
      <div className="settings-head">
        <SearchField className="form settings-find" value={words} onChange={setWords}>
          <Label className="hidden-text">Find people</Label>
          <Input placeholder="Find people by name or address" />
        </SearchField>
        <Segments
          label="Who"
          value={who}
          options={[
            { name: 'everyone', words: 'Everyone' },
            { name: 'guests', words: 'Guests' },
          ]}
          onChange={setWho}
        />
      </div>
      {list.data !== undefined && members.length === 0 && (
        <p>{words === '' ? 'There are no guests.' : `Nobody matches “${words}”.`}</p>
      )}
      {members.length > 0 && (
        <ul className="people">
          {members.map((member) => (
            <MemberRow key={member.id} member={member} organizationId={organizationId} isAdmin={isAdmin} />
          ))}
        </ul>
      )}
      <ShowMore list={list} />
    </section>
  )
}

interface MemberRowProps extends MembersProps {
  readonly member: Member
}

function MemberRow({ member, organizationId, isAdmin }: MemberRowProps) {
  const { id: ownId } = useOperation('getAuthenticatedUser', {})
  const [isAsked, setAsked] = useState(false)
  const change = useWrite('updateMemberInOrganizationById')
  const { user, role } = member
  const isKept = useIsKept(organizationId, member)
  const isOwn = ownId === user.id
  const mayChange = isAdmin && !isKept
  const params = { organizationId, userId: user.id }
  return (
    <li>
      <Person user={user} note={isOwn && 'you'} />
      {mayChange ? (
        <Choice
          {...offers('updateMemberInOrganizationById', params)}
          label={`Role of ${user.displayName}`}
          value={role ?? none}
          options={[...roleOptions, { id: none, name: 'Guest', note: 'only what they are given' }]}
          onChange={(id) => change.mutate({ params, body: { role: toRole(id) } })}
        />
      ) : (
        <span className="badge">{role === null ? 'Guest' : roleWords[role]}</span>
      )}
      <small>
        {change.error ? (
          <span role="alert">{adviceFor(change.error)}</span>
        ) : member.disabled ? (
          'disabled'
        ) : isKept ? (
          isKept
        ) : (
          seen(member)
        )}
      </small>
      <span className="people-end">
        {mayChange && !isOwn && (
          <Button
            {...offers('removeMemberFromOrganizationById', params)}
            className="button"
            aria-label={`Remove ${user.displayName}`}
            onPress={() => setAsked(true)}
          >
            Remove
          </Button>
        )}
      </span>
      {isAsked && <RemoveMember {...{ member, organizationId }} onClose={() => setAsked(false)} />}
    </li>
  )
}

function seen({ lastSeenAt }: Member): string {
  return lastSeenAt === undefined ? 'not seen yet' : `seen ${sayWhen(lastSeenAt)}`
}

interface RemoveMemberProps {
  readonly member: Member
  readonly organizationId: string
  readonly onClose: () => void
}

function RemoveMember({ member: { user }, organizationId, onClose }: RemoveMemberProps) {
  const { title } = useOperation('getOrganizationById', { params: { organizationId } })
  const { mutate, error, isPending } = useWrite('removeMemberFromOrganizationById')
  return (
    <Question
      title={`Remove “${user.displayName}” from ${title}?`}
      action="Remove member"
      error={error}
      isPending={isPending}
      onConfirm={() => mutate({ params: { organizationId, userId: user.id } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>They lose access to its spaces at once, and their places in its teams. What they wrote stays.</p>
    </Question>
  )
}
