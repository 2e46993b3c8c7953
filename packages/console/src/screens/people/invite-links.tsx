import type { InviteLink } from '@stemma/contract'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { consoleUrl } from '../../app/base.ts'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { useOperation, useWrite } from '../../app/operations.ts'
import { useEverySpace } from '../../app/spaces.ts'
import { Choice } from '../../kit/choice.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Question } from '../../kit/question.tsx'
import { ShowMore } from '../../kit/show-more.tsx'
import { CopyField } from './copy-field.tsx'
import { inviteLinksOf } from './lists.ts'
import { roleOptions, roleWords, toRole } from './roles.ts'

interface InviteLinksProps {
  readonly organizationId: string
}

/** Links with which anyone who has an account joins. */
export function InviteLinks({ organizationId }: InviteLinksProps) {
  const params = { organizationId }
  const { inviteLinks: isOn } = useOperation('getOrganizationById', { params })
  const list = useSuspenseInfiniteQuery(inviteLinksOf(organizationId))
  const items = list.data.pages.flatMap((page) => page.items)
  return (
    <section aria-labelledby="invite-links">
      <h2 id="invite-links">Invite links</h2>
      <p className="settings-note">
        Anyone who has a link, and an account, joins with its role. Treat a link like a password, and delete
        it when everybody has joined.
      </p>
      {isOn ? <NewLink organizationId={organizationId} /> : <TurnOn organizationId={organizationId} />}
      {items.length > 0 && (
        <ul className="people">
          {items.map((link) => (
            <LinkRow key={link.id} link={link} organizationId={organizationId} isOn={isOn} />
          ))}
        </ul>
      )}
      <ShowMore list={list} />
    </section>
  )
}

function TurnOn({ organizationId }: InviteLinksProps) {
  const { mutate, error, isPending } = useWrite('updateOrganizationById')
  return (
    <div className="settings-head">
      <p>
        {error ? (
          <span role="alert">{adviceFor(error)}</span>
        ) : (
          'Invite links are turned off: none of them works.'
        )}
      </p>
      <Button
        {...offers('updateOrganizationById', { organizationId })}
        className="button"
        isPending={isPending}
        onPress={() => mutate({ params: { organizationId }, body: { inviteLinks: true } })}
      >
        Turn on invite links
      </Button>
    </div>
  )
}

function NewLink({ organizationId }: InviteLinksProps) {
  const [role, setRole] = useState<string>('read')
  const { mutate, error, isPending } = useWrite('createOrganizationInvite')
  return (
    <div className="settings-head">
      <Choice label="Role" value={role} options={roleOptions} onChange={setRole} />
      <Button
        {...offers('createOrganizationInvite', { organizationId })}
        className="button"
        isPending={isPending}
        onPress={() => mutate({ params: { organizationId }, body: { role: toRole(role) } })}
      >
        <Icon name="link-simple" /> Create link
      </Button>
      {error && <p role="alert">{adviceFor(error)}</p>}
    </div>
  )
}

interface LinkRowProps extends InviteLinksProps {
  readonly link: InviteLink
  readonly isOn: boolean
}

function LinkRow({ link, organizationId, isOn }: LinkRowProps) {
  const [isAsked, setAsked] = useState(false)
  const { mutate, error, isPending } = useWrite('deleteOrganizationInviteById')
  const where = useWhere(organizationId, link)
  const role = link.role ?? link.level ?? null
  const params = { organizationId, inviteId: link.id }
  return (
    <li>
      {isOn ? (
        <CopyField
          label={`Invite link to ${where}`}
          value={new URL(`join/${organizationId}/${link.id}`, consoleUrl).href}
        />
      ) : (
        <span>Off</span>
      )}
      <span className="badge">{role === null ? 'Guest' : roleWords[role]}</span>
      <small className="cut">{where}</small>
      <span className="people-end">
        <Button
          {...offers('deleteOrganizationInviteById', params)}
          className="button"
          aria-label={`Delete the invite link to ${where}`}
          onPress={() => setAsked(true)}
        >
          Delete
        </Button>
      </span>
      {isAsked && (
        <Question
          title={`Delete the invite link to ${where}?`}
          action="Delete link"
          error={error}
          isPending={isPending}
          onConfirm={() => mutate({ params }, { onSuccess: () => setAsked(false) })}
          onClose={() => setAsked(false)}
        >
          <p>From now on, nobody can join with it. People who have joined stay.</p>
        </Question>
      )}
    </li>
  )
}

function useWhere(organizationId: string, { space, collection }: InviteLink): string {
  const params = { organizationId }
  const { title } = useOperation('getOrganizationById', { params })
  const spaces = useEverySpace(params).items
  if (space !== undefined) return spaces.find(({ id }) => id === space)?.title || 'a space'
  return collection === undefined ? title : 'a collection'
}
