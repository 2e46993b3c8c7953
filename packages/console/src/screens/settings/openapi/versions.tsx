import type { OpenAPISpecChanges, OpenAPISpecVersion } from '@stemma/contract'
import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { Button } from 'react-aria-components'
import { adviceFor } from '../../../app/failures.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { ShowMore } from '../../../kit/show-more.tsx'
import { sayDay, sayTime } from '../../../kit/when.ts'
import { changesOf, type SpecKey, versionsOf } from './specs.ts'
import './versions.css'

interface VersionsProps {
  readonly params: SpecKey
  readonly lastVersion: string | undefined
}

/** The versions of a spec, newest first, and what each changed for the clients of the API. */
export function Versions({ params, lastVersion: newest }: VersionsProps) {
  // The list stays on the screen until the new one has come.
  const lastVersion = useDeferredValue(newest)
  const list = useSuspenseInfiniteQuery(versionsOf(params, lastVersion))
  const versions = list.data.pages.flatMap(({ items }) => items)
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      {versions.length === 0 ? (
        <p className="settings-note">There is none yet: the first document is being processed, or failed.</p>
      ) : (
        <ul className="versions">
          {versions.map((version) => (
            <Version
              key={version.id}
              params={params}
              version={version}
              isLatest={version.id === lastVersion}
            />
          ))}
        </ul>
      )}
      <ShowMore list={list} />
    </section>
  )
}

interface VersionProps {
  readonly params: SpecKey
  readonly version: OpenAPISpecVersion
  readonly isLatest: boolean
}

function Version({ params, version, isLatest }: VersionProps) {
  const [isOpen, setOpen] = useState(isLatest)
  const details = useId()
  const { createdAt = '' } = version
  const { data: changes, error } = useQuery({ ...changesOf(params, version), enabled: isOpen })
  return (
    <li>
      <Button
        className="version-row"
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': details })}
        onPress={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'caret-down' : 'caret-right'} />
        <time dateTime={createdAt}>
          {sayDay(createdAt)}, {sayTime(createdAt)}
        </time>
        {isLatest && <span className="badge tone-success">Latest</span>}
        {changes?.breaking && <span className="badge tone-danger">Breaks clients</span>}
      </Button>
      {isOpen && (
        <div className="version-details" id={details}>
          {error && <p role="alert">{adviceFor(error)}</p>}
          {changes !== undefined && <Changes changes={changes} />}
        </div>
      )}
    </li>
  )
}

function Changes({ changes: { before, changes, more } }: { readonly changes: OpenAPISpecChanges }) {
  if (before === undefined) return <p>The first version.</p>
  if (changes.length === 0) return <p>No operation, parameter or schema changed.</p>
  const [breaking, others] = [changes.filter((one) => one.breaking), changes.filter((one) => !one.breaking)]
  return (
    <>
      <ChangeList title="Breaks clients" changes={breaking} />
      <ChangeList title="Other changes" changes={others} />
      {more && <p>There are more changes than are listed.</p>}
    </>
  )
}

interface ChangeListProps {
  readonly title: string
  readonly changes: OpenAPISpecChanges['changes']
}

function ChangeList({ title, changes }: ChangeListProps) {
  if (changes.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {changes.map(({ type, pointer, message }) => (
          <li key={`${type} ${pointer} ${message}`}>{message}</li>
        ))}
      </ul>
    </>
  )
}
