import type { User } from '@stemma/contract'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, DialogTrigger, Form, Heading } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { adviceFor } from '../../app/failures.tsx'
import { useEveryPart } from '../../app/parts.ts'
import { Choice } from '../../kit/choice.tsx'
import { Combo } from '../../kit/combo.tsx'
import { FormDialog, FormEnd } from '../../kit/form-dialog.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Segments } from '../../kit/segments.tsx'
import { ChoosePerson } from './choose-person.tsx'
import { offersGrant, type Place, useGrant } from './grants.ts'
import { teamsOf } from './lists.ts'
import { Person } from './person.tsx'
import { roleOptions, toRole, useOwnRole } from './roles.ts'

interface GiveAccessProps {
  readonly place: Place
}

export function GiveAccess({ place }: GiveAccessProps) {
  return (
    <DialogTrigger>
      <Button className="button" data-kind="primary" {...offersGrant(place)}>
        <Icon name="plus" /> Give access
      </Button>
      <FormDialog>{({ close }) => <AccessForm place={place} onClose={close} />}</FormDialog>
    </DialogTrigger>
  )
}

const nobody: ReadonlySet<string> = new Set()

function AccessForm({ place, onClose }: GiveAccessProps & { readonly onClose: () => void }) {
  const { organizationId } = place
  const list = useSuspenseInfiniteQuery(teamsOf(organizationId))
  useEveryPart(list)
  const teams = list.data.pages.flatMap(({ items }) => items)
  // Guests may not list members.
  const maySeeMembers = useOwnRole(organizationId) !== null
  const [kind, setKind] = useState<'person' | 'team'>(maySeeMembers ? 'person' : 'team')
  const [user, setUser] = useState<User>()
  const [team, setTeam] = useState(teams[0]?.id ?? '')
  const [role, setRole] = useState<string>('edit')
  const { mutate, error, isPending } = useGrant(place)
  const to = kind === 'team' ? team !== '' && { team } : user && { user: user.id }
  const kinds = [
    ...(maySeeMembers ? [{ name: 'person' as const, words: 'A person' }] : []),
    ...(teams.length > 0 ? [{ name: 'team' as const, words: 'A team' }] : []),
  ]
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const onSuccess = () => {
          announce('Access was given')
          onClose()
        }
        if (to) mutate({ role: toRole(role), to }, { onSuccess })
      }}
    >
      <Heading slot="title">Give access to {place.title}</Heading>
      {kinds.length > 1 && <Segments label="To" value={kind} options={kinds} onChange={setKind} />}
      {kind === 'team' ? (
        <Combo
          label="Team"
          name="team"
          value={team}
          options={teams.map(({ id, title }) => ({ id, name: title }))}
          isRequired
          onChange={setTeam}
        />
      ) : user === undefined ? (
        <ChoosePerson organizationId={organizationId} except={nobody} onChoose={setUser} />
      ) : (
        <div className="settings-head">
          <Person user={user} />
          <Button className="button" data-kind="quiet" onPress={() => setUser(undefined)}>
            Somebody else
          </Button>
        </div>
      )}
      <Choice label="Level" value={role} options={roleOptions} onChange={setRole} />
      {error && <p role="alert">{adviceFor(error)}</p>}
      <FormEnd>
        <Button className="button" data-kind="primary" type="submit" isDisabled={!to} isPending={isPending}>
          Give access
        </Button>
      </FormEnd>
    </Form>
  )
}
