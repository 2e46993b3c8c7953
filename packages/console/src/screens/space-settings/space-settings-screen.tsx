import type { Space } from '@stemma/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { announce } from '../../app/announcements.tsx'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { useOperation, useWrite } from '../../app/operations.ts'
import { Cards } from '../../kit/cards.tsx'
import { emojiOf } from '../../kit/emoji.ts'
import { Field } from '../../kit/field.tsx'
import { Notice } from '../../kit/notice.tsx'
import { SaveForm } from '../../kit/save-form.tsx'
import { DefaultLevel } from '../people/default-level.tsx'
import type { Place } from '../people/grants.ts'
import { SettingsFrame } from '../people/settings-frame.tsx'
import { DeleteSpace } from './delete-space.tsx'
import { SpaceGit } from './space-git.tsx'
import { SpaceRules } from './space-rules.tsx'

const route = getRouteApi('/o/$organizationId/s/$spaceId/~/settings')

/** What a space is called, how it is written, who sees it, how to clone it, and its end. */
export function SpaceSettingsScreen() {
  const { organizationId, spaceId } = route.useParams()
  const space = useOperation('getSpaceById', { params: { spaceId } })
  const title = space.title || 'Untitled space'
  const place: Place = { kind: 'space', id: spaceId, title, organizationId }
  const crumbs = (
    <nav className="crumbs" aria-label="Breadcrumbs">
      <Link to="/o/$organizationId/s/$spaceId" params={{ organizationId, spaceId }}>
        {title}
      </Link>
      <span />
    </nav>
  )
  return (
    <SettingsFrame title="Settings" crumbs={crumbs}>
      {space.permissions.admin ? (
        <>
          <Named key={spaceId} space={space} />
          <Writing space={space} />
          <section aria-labelledby="visibility">
            <h2 id="visibility">Who sees it</h2>
            <ul className="people">
              <DefaultLevel place={place} thing={space} />
            </ul>
            <p className="settings-note">
              <Link to="/o/$organizationId/s/$spaceId/~/permissions" params={{ organizationId, spaceId }}>
                Give single people and teams access
              </Link>
              . Readers on the web see it through a site.
            </p>
          </section>
          <SpaceRules key={`rules ${spaceId}`} organizationId={organizationId} space={space} />
          <SpaceGit organizationId={organizationId} space={space} />
          <DeleteSpace organizationId={organizationId} space={space} />
        </>
      ) : (
        <>
          <Notice icon="info">
            <p>Only admins of “{title}” change its settings.</p>
          </Notice>
          <SpaceGit organizationId={organizationId} space={space} />
        </>
      )}
    </SettingsFrame>
  )
}

interface PartProps {
  readonly space: Space
}

function Named({ space: { id: spaceId, title, emoji: stored } }: PartProps) {
  const before = { title, emoji: emojiOf(stored) }
  const [typed, setTyped] = useState(before)
  const write = useWrite('updateSpaceById', () => [])
  const params = { spaceId }
  return (
    <section aria-labelledby="named">
      <h2 id="named">Name</h2>
      <SaveForm
        offered={offers('updateSpaceById', params)}
        write={write}
        action="Save name"
        isUnchanged={typed.title === before.title && typed.emoji === before.emoji}
        onSave={() => {
          const emoji = typed.emoji.trim()
          const body = {
            title: typed.title.trim(),
            ...(emoji !== before.emoji && { emoji: emoji === '' ? null : emoji }),
          }
          write.mutate({ params, body }, { onSuccess: () => announce('Saved') })
        }}
      >
        <Field
          label="Title"
          value={typed.title}
          onChange={(words) => setTyped({ ...typed, title: words })}
          maxLength={50}
        />
        <Field
          label="Icon"
          value={typed.emoji}
          onChange={(words) => setTyped({ ...typed, emoji: words })}
          maxLength={50}
          placeholder="📘"
          note="An emoji. Without one, the space has the first letter of its title."
        />
      </SaveForm>
    </section>
  )
}

const modes = [
  {
    id: 'locked',
    name: 'Through change requests',
    note: 'Others review what changes before everybody sees it',
    icon: 'git-pull-request',
  },
  {
    id: 'live',
    name: 'Directly',
    note: 'What people with edit level write is there at once',
    icon: 'pencil-simple',
  },
] as const

function Writing({ space: { id: spaceId, editMode = 'locked' } }: PartProps) {
  const { mutate, error, variables, isPending } = useWrite('updateSpaceById', () => [])
  const params = { spaceId }
  const shown = (isPending && variables?.body.editMode) || editMode
  return (
    <section className="form" aria-label="How it is written">
      <Cards
        {...offers('updateSpaceById', params)}
        label="How it is written"
        value={shown}
        options={modes}
        onChange={(id) =>
          mutate(
            { params, body: { editMode: id === 'live' ? 'live' : 'locked' } },
            { onSuccess: () => announce('Saved') },
          )
        }
      />
      {error && <p role="alert">{adviceFor(error)}</p>}
    </section>
  )
}
