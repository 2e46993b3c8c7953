import type { ImportRun } from '@stemma/contract'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { offers } from '../../../app/offers.ts'
import { useOperation, useWrite } from '../../../app/operations.ts'
import { useEverySpace } from '../../../app/spaces.ts'
import { Choice } from '../../../kit/choice.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { Question } from '../../../kit/question.tsx'
import { ShowMore } from '../../../kit/show-more.tsx'
import { sayWhen } from '../../../kit/when.ts'
import { countPagesAndFiles, isActive, nameOf, statusTones, statusWords } from '../../imports/runs.ts'
import { importStates, importsOf, isImportState } from './transfers.ts'
import './import-runs.css'

const route = getRouteApi('/o/$organizationId/settings/imports')

interface InOrganization {
  readonly organizationId: string
}

const unfiltered = 'every'

/** The imports of this person; those of everybody for admins. */
export function ImportRuns({ organizationId }: InOrganization) {
  const { status } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useSuspenseInfiniteQuery(importsOf(organizationId, status))
  const runs = list.data.pages.flatMap(({ items }) => items)
  const options = [
    { id: unfiltered, name: 'all' },
    ...importStates.map((id) => ({ id, name: id === 'active' ? 'Importing' : statusWords[id] })),
  ]
  return (
    <section aria-labelledby="imports">
      <div className="settings-head">
        <h2 id="imports">Imports</h2>
        <Choice
          label="State"
          value={status ?? unfiltered}
          options={options}
          onChange={(id) => navigate({ search: isImportState(id) ? { status: id } : {}, replace: true })}
        />
      </div>
      {runs.length === 0 ? (
        <p className="settings-note">
          {status === undefined
            ? 'Nothing was imported yet. Pages can come from files, a website or another product.'
            : 'No import has this state.'}
        </p>
      ) : (
        <ul className="people import-runs">
          {runs.map((run) => (
            <Row key={run.id} run={run} organizationId={organizationId} />
          ))}
        </ul>
      )}
      <ShowMore list={list} />
    </section>
  )
}

/** Without a space to write in, there is nothing to import into. */
export function ImportLink({ organizationId }: InOrganization) {
  const { permissions } = useOperation('getOrganizationById', { params: { organizationId } })
  const spaces = useEverySpace({ organizationId }).items
  const isAllowed = permissions.createContent || spaces.some((one) => one.permissions.edit)
  if (!isAllowed) return null
  return (
    <Link
      {...offers('startImportRun', { organizationId })}
      className="button"
      data-kind="primary"
      to="/o/$organizationId/imports"
      params={{ organizationId }}
    >
      <Icon name="plus" /> Import pages
    </Link>
  )
}

interface RowProps extends InOrganization {
  readonly run: ImportRun
}

function Row({ run, organizationId }: RowProps) {
  const [isAsked, setAsked] = useState(false)
  const space = useEverySpace({ organizationId }).items.find(({ id }) => id === run.target.space)
  const params = { organizationId, importRunId: run.id }
  return (
    <li>
      <span className="who">
        <Icon name="download-simple" />
        <span className="who-words">
          <Link className="cut" to="/o/$organizationId/imports/$importRunId" params={params}>
            <b>{nameOf(run)}</b>
          </Link>
          <small className="cut">
            {space ? `into ${space.title || 'an untitled space'}` : 'into a space'}
          </small>
        </span>
      </span>
      {isActive(run) ? (
        <Progress run={run} />
      ) : (
        <span className={`badge tone-${statusTones[run.status]}`}>{statusWords[run.status]}</span>
      )}
      <small className="import-when">
        <time dateTime={run.createdAt}>{sayWhen(run.createdAt)}</time>
        {!isActive(run) && <span>{endOf(run)}</span>}
      </small>
      <span className="people-end">
        {isActive(run) && (
          <Button
            {...offers('cancelImportRun', params)}
            className="button"
            aria-label={`Cancel the import of ${nameOf(run)}`}
            onPress={() => setAsked(true)}
          >
            Cancel
          </Button>
        )}
      </span>
      {isAsked && <CancelImport {...{ run, organizationId }} onClose={() => setAsked(false)} />}
    </li>
  )
}

function Progress({ run: { progress, status } }: Pick<RowProps, 'run'>) {
  const { found, done, failed } = progress
  return (
    <span className="import-bar">
      <progress
        aria-label="Progress of the import"
        {...(found > 0 && { value: done + failed, max: found })}
      />
      <small>{found === 0 ? statusWords[status] : `${done + failed} of ${countPagesAndFiles(found)}`}</small>
    </span>
  )
}

/** What came of it. */
function endOf({ status, progress: { done, failed } }: ImportRun): string {
  if (status !== 'completed') return 'nothing imported'
  const left = failed === 0 ? '' : `, ${failed.toLocaleString('en')} left out`
  return `${countPagesAndFiles(done)}${left}`
}

function CancelImport({ run, organizationId, onClose }: RowProps & { readonly onClose: () => void }) {
  const write = useWrite('cancelImportRun', () => ['org', organizationId, 'imports'])
  const onSuccess = () => {
    announce('The import was cancelled')
    onClose()
  }
  return (
    <Question
      title={`Cancel the import of “${nameOf(run)}”?`}
      action="Cancel the import"
      error={write.error}
      isPending={write.isPending}
      onConfirm={() => write.mutate({ params: { organizationId, importRunId: run.id } }, { onSuccess })}
      onClose={onClose}
    >
      <p>Nothing of what it has imported so far is kept. You can start it again.</p>
    </Question>
  )
}
