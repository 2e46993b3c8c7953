import type { NotificationDelivery, NotificationKind, NotificationPreferences } from '@stemma/contract'
import { getRouteApi } from '@tanstack/react-router'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import { offers } from '../../../app/offers.ts'
import { type InputOf, useOperation, useWrite } from '../../../app/operations.ts'
import { Choice } from '../../../kit/choice.tsx'
import { Segments } from '../../../kit/segments.tsx'
import { Switch } from '../../../kit/switch.tsx'
import { SettingsFrame } from '../../people/settings-frame.tsx'
import '../../../kit/checks.css'
import './notifications-screen.css'

const route = getRouteApi('/o/$organizationId/settings/notifications')

/** How the reader is told of what concerns them in this organization. */
export function NotificationsScreen() {
  const params = route.useParams()
  const preferences = useOperation('getNotificationPreferences', { params })
  const { mutate, error } = useWrite('updateNotificationPreferences')
  const save = (body: Body) => mutate({ params, body }, { onSuccess: () => announce('Saved') })
  const { deliveries, watchParticipating } = preferences
  return (
    <SettingsFrame title="Notifications">
      <p className="settings-note">
        Everything but what is off is in your inbox. A mail comes some minutes later, with everything that
        happened in one place; the digest comes once a day. Mails are sent to your verified address only.
      </p>
      {error && <p role="alert">{adviceFor(error)}</p>}
      <section aria-labelledby="kinds">
        <h2 id="kinds">What you are told</h2>
        <ul className="told">
          {kinds.map(([kind, name, when]) => (
            <li key={kind}>
              <span className="told-words">
                <b>{name}</b>
                <small>{when}</small>
              </span>
              <Segments
                label={name}
                value={deliveries[kind]}
                options={options}
                onChange={(delivery) => save({ deliveries: { [kind]: delivery } })}
              />
            </li>
          ))}
        </ul>
      </section>
      <Digest preferences={preferences} onSave={save} />
      <section aria-labelledby="watching">
        <h2 id="watching">Watching</h2>
        <Switch
          {...offers('updateNotificationPreferences', params)}
          label="Watch change requests that I created, reviewed or commented on, or am to review"
          isOn={watchParticipating}
          onChange={(isOn) => save({ watchParticipating: isOn })}
        />
        <p className="settings-note">
          Watch a space with the eye beside its name, and a change request with the one in its header.
        </p>
      </section>
    </SettingsFrame>
  )
}

type Body = InputOf<'updateNotificationPreferences'>['body']

interface DigestProps {
  readonly preferences: NotificationPreferences
  readonly onSave: (body: Body) => void
}

function Digest({ preferences: { digestHour, timeZone }, onSave }: DigestProps) {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = [...new Set([timeZone, own, 'UTC'])]
  return (
    <section aria-labelledby="digest">
      <h2 id="digest">Daily digest</h2>
      <div className="told-digest">
        <Choice
          label="Hour"
          value={String(digestHour)}
          options={hours}
          onChange={(hour) => onSave({ digestHour: Number(hour) })}
        />
        <Choice
          label="Time zone"
          value={timeZone}
          options={zones.map((id) => ({ id, name: id.replaceAll('_', ' ') }))}
          onChange={(zone) => onSave({ timeZone: zone })}
        />
      </div>
    </section>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  id: String(hour),
  name: `${String(hour).padStart(2, '0')}:00`,
}))

const options: readonly { readonly name: NotificationDelivery; readonly words: string }[] = [
  { name: 'off', words: 'Off' },
  { name: 'inbox', words: 'Inbox' },
  { name: 'mail', words: 'Mail' },
  { name: 'digest', words: 'Digest' },
]

const kinds: readonly (readonly [kind: NotificationKind, name: string, when: string])[] = [
  ['mention', 'Mentions', 'Somebody mentions you in a comment.'],
  ['reply', 'Replies', 'Somebody answers where you wrote.'],
  ['comment', 'Comments', 'Somebody comments on what you watch.'],
  ['review_requested', 'Requested reviews', 'Somebody asks for your review.'],
  ['review_submitted', 'Reviews', 'A change request that you watch is reviewed.'],
  ['opened', 'New change requests', 'One is opened for review in a space that you watch.'],
  ['merged', 'Merges', 'A change request that you watch is merged.'],
  ['conflict', 'Conflicts', 'A change request that you watch conflicts with its space.'],
  ['invite', 'Access', 'Somebody gives you access to a space.'],
  ['import_finished', 'Imports', 'Your import is finished, or has failed.'],
]
