import type { ImportRun } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { toQuery, useOperation, useWrite } from '../../app/operations.ts'
import { Icon } from '../../kit/icon.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Screen } from '../../kit/screen.tsx'
import { countPages, countPagesAndFiles, isActive, nameOf, useRun } from './runs.ts'
import './import-screen.css'

const route = getRouteApi('/o/$organizationId/imports/$importRunId')

/** One import: how far it is, then what it made, what it could not, and where to go from there. */
export function ImportScreen() {
  const { organizationId, importRunId } = route.useParams()
  const { data: run, error } = useRun(organizationId, importRunId)
  const crumbs = (
    <nav className="crumbs" aria-label="Breadcrumbs">
      <Link to="/o/$organizationId/imports" params={{ organizationId }}>
        Import pages
      </Link>
      <span />
    </nav>
  )
  return (
    <Screen title={run === undefined ? 'Import' : nameOf(run)} crumbs={crumbs}>
      {error && (
        <Notice icon="cloud-warning" tone="warning">
          <p>{adviceFor(error)} The import goes on without this screen.</p>
        </Notice>
      )}
      {run && <State run={run} organizationId={organizationId} />}
      {run && <Report run={run} />}
    </Screen>
  )
}

interface StateProps {
  readonly run: ImportRun
  readonly organizationId: string
}

function State({ run, organizationId }: StateProps) {
  if (isActive(run)) return <Progress run={run} organizationId={organizationId} />
  if (run.status === 'completed') return <Completed run={run} organizationId={organizationId} />
  const again = (
    <Link
      className="button"
      to="/o/$organizationId/imports"
      params={{ organizationId }}
      search={{ space: run.target.space }}
    >
      Start another import
    </Link>
  )
  if (run.status === 'cancelled')
    return (
      <Notice icon="info">
        <p>
          <b>This import was cancelled.</b> Nothing of it was kept.
        </p>
        {again}
      </Notice>
    )
  return (
    <Notice icon="warning-circle" tone="danger">
      <p>
        <b>This import failed.</b> {run.error ?? 'The server gave no reason. Try it again.'} Nothing was
        imported.
      </p>
      {again}
    </Notice>
  )
}

function Progress({ run, organizationId }: StateProps) {
  const { mutate, isPending, error } = useWrite('cancelImportRun')
  const { found, done, failed } = run.progress
  const words =
    found === 0
      ? 'Waiting for a worker to begin. You can leave this screen.'
      : `${done + failed} of ${countPagesAndFiles(found)} so far. You can leave this screen.`
  return (
    <section className="import-progress" aria-label="Progress">
      <progress
        aria-label="Progress of the import"
        {...(found > 0 && { value: done + failed, max: found })}
      />
      <p role="status">{words}</p>
      {error && <p role="alert">{adviceFor(error)}</p>}
      <Button
        {...offers('cancelImportRun', { organizationId, importRunId: run.id })}
        className="button"
        onPress={() => !isPending && mutate({ params: { organizationId, importRunId: run.id } })}
      >
        {isPending ? 'Cancelling…' : 'Cancel the import'}
      </Button>
    </section>
  )
}

function Completed({ run, organizationId }: StateProps) {
  const { space: spaceId, changeRequest } = run.target
  const params = { spaceId, changeRequestId: changeRequest }
  const { data: one } = useQuery(toQuery('getChangeRequestById', { params }))
  const failures = run.failures?.length ?? 0
  return (
    <Notice icon="check-circle" tone={failures > 0 ? 'warning' : 'success'}>
      <p>
        <b>{countPages(run.pages?.length ?? run.progress.done)} imported</b>
        {failures > 0 && `, ${countPagesAndFiles(failures)} left out`}.{' '}
        {one?.status === 'merged'
          ? 'They are merged: everybody who can read the space sees them.'
          : 'Look at them, then merge the change request: until then only people who edit see them.'}
      </p>
      {one && (
        <>
          <Link
            className="button"
            to="/o/$organizationId/s/$spaceId/$"
            params={{ organizationId, spaceId, _splat: `~/changes/${one.number}` }}
          >
            Open pages
          </Link>
          <Link
            className="button"
            data-kind="primary"
            to="/o/$organizationId/s/$spaceId/~/review/$number"
            params={{ organizationId, spaceId, number: String(one.number) }}
          >
            Review and merge
          </Link>
        </>
      )}
    </Notice>
  )
}

function Report({ run: { pages = [], failures = [], target, status } }: { readonly run: ImportRun }) {
  const space = useOperation('getSpaceById', { params: { spaceId: target.space } })
  if (status !== 'completed') return null
  return (
    <>
      {failures.length > 0 && (
        <Entries title="Left out" count={failures.length}>
          {failures.map(({ address, reason }) => (
            <li key={address}>
              <Icon name="warning" />
              <span className="cut">{address}</span>
              <small>{reason}</small>
            </li>
          ))}
        </Entries>
      )}
      <Entries title={`Imported into ${space.title || 'an untitled space'}`} count={pages.length}>
        {pages.map(({ id, address, sourceURL }) => (
          <li key={id}>
            <Icon name="file-text" />
            {sourceURL === undefined ? (
              <span className="cut">{address}</span>
            ) : (
              <a className="cut" href={sourceURL} target="_blank" rel="noreferrer">
                {address}
              </a>
            )}
          </li>
        ))}
      </Entries>
    </>
  )
}

interface EntriesProps {
  readonly title: string
  readonly count: number
  readonly children: ReactNode
}

function Entries({ title, count, children }: EntriesProps) {
  return (
    <section className="import-entries" aria-label={title}>
      <h2>
        {title} <span className="count">{count}</span>
      </h2>
      <ul>{children}</ul>
    </section>
  )
}
