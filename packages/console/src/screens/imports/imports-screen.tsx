import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useOperation } from '../../app/operations.ts'
import { useEverySpace } from '../../app/spaces.ts'
import { Notice } from '../../kit/notice.tsx'
import { Screen } from '../../kit/screen.tsx'
import { sayWhen } from '../../kit/when.ts'
import { ImportForm } from './import-form.tsx'
import { countPagesAndFiles, nameOf, runsIn, statusTones, statusWords } from './runs.ts'
import './imports-screen.css'

const route = getRouteApi('/o/$organizationId/imports')

/** Brings pages from elsewhere, and shows what was brought before. */
export function ImportsScreen() {
  const { organizationId } = route.useParams()
  const { space } = route.useSearch()
  const { permissions } = useOperation('getOrganizationById', { params: { organizationId } })
  const spaces = useEverySpace({ organizationId }).items.filter((one) => one.permissions.edit)
  const isAllowed = permissions.createContent || spaces.length > 0
  return (
    <Screen title="Import pages" aside={<EarlierRuns organizationId={organizationId} />}>
      {isAllowed ? (
        <ImportForm
          key={space}
          organizationId={organizationId}
          spaces={spaces}
          mayCreate={permissions.createContent}
        />
      ) : (
        <Notice icon="info">
          <p>To import pages, you need edit level on a space. Ask an admin of the organization for it.</p>
        </Notice>
      )}
    </Screen>
  )
}

function EarlierRuns({ organizationId }: { readonly organizationId: string }) {
  const { data } = useQuery(runsIn(organizationId))
  if (data === undefined || data.items.length === 0) return null
  return (
    <section className="earlier-imports" aria-labelledby="earlier-imports">
      <h2 id="earlier-imports">Earlier imports</h2>
      <ul>
        {data.items.map((run) => (
          <li key={run.id}>
            <Link
              to="/o/$organizationId/imports/$importRunId"
              params={{ organizationId, importRunId: run.id }}
            >
              <span className="cut">{nameOf(run)}</span>
              <span className={`badge tone-${statusTones[run.status]}`}>{statusWords[run.status]}</span>
              <small className="dots">
                <span>{countPagesAndFiles(run.progress.done)}</span>
                <time dateTime={run.createdAt}>{sayWhen(run.createdAt)}</time>
              </small>
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/o/$organizationId/settings/imports" params={{ organizationId }}>
        All imports
      </Link>
    </section>
  )
}
