import type { Session } from '@stemma/contract'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { offers } from '../../app/offers.ts'
import { useWrite } from '../../app/operations.ts'
import { Question } from '../../kit/question.tsx'
import { ShowMore } from '../../kit/show-more.tsx'
import { sayWhen } from '../../kit/when.ts'
import { ownSessions } from './lists.ts'

/** The browsers in which the person is signed in. */
export function Sessions() {
  const list = useSuspenseInfiniteQuery(ownSessions)
  const items = list.data.pages.flatMap((page) => page.items)
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      <p className="settings-note">Browsers in which you are signed in. End the ones that you don’t know.</p>
      <ul className="people">
        {items.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <ShowMore list={list} />
    </section>
  )
}

function SessionRow({ session }: { readonly session: Session }) {
  const [isAsked, setAsked] = useState(false)
  const { mutate, error, isPending } = useWrite('endSession')
  const { id: sessionId, current, userAgent, createdAt, lastUsedAt } = session
  const name = browserIn(userAgent)
  return (
    <li>
      <span className="who-words">
        <b className="cut">{name}</b>
        <small>since {sayWhen(createdAt)}</small>
      </span>
      {current ? <span className="badge tone-success">This browser</span> : <span />}
      <small>used {sayWhen(lastUsedAt)}</small>
      <span className="people-end">
        {!current && (
          <Button
            className="button"
            aria-label={`End the session in ${name}`}
            {...offers('endSession', { sessionId })}
            onPress={() => setAsked(true)}
          >
            End
          </Button>
        )}
      </span>
      {isAsked && (
        <Question
          title={`End the session in ${name}?`}
          action="End session"
          error={error}
          isPending={isPending}
          onConfirm={() => mutate({ params: { sessionId } }, { onSuccess: () => setAsked(false) })}
          onClose={() => setAsked(false)}
        >
          <p>
            That browser is signed out with its next request. What was typed there and not sent stays in it.
          </p>
        </Question>
      )}
    </li>
  )
}

/** The browser and its system, as people call them. */
function browserIn(userAgent = ''): string {
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1]
  const system = systems.find(([mark]) => userAgent.includes(mark))?.[1]
  if (browser === undefined) return userAgent.slice(0, 60) || 'Unknown browser'
  return system === undefined ? browser : `${browser} on ${system}`
}

/** In this order: most browsers also name others. */
const browsers = [
  ['Edg/', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const
