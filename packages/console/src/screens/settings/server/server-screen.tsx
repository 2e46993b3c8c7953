import type { ServerStatus } from '@stemma/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Button } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { offers } from '../../../app/offers.ts'
import { sizeOf } from '../../../kit/size.ts'
import { sayMoment, sayTime } from '../../../kit/when.ts'
import { SettingsFrame } from '../../people/settings-frame.tsx'
import { serverStatus } from './server-status.ts'
import './server-screen.css'

/** The server itself, for the people who run it: what is wrong, what waits, and when it was backed up. */
export function ServerScreen() {
  const { data: status, isFetching, refetch } = useSuspenseQuery(serverStatus)
  const faults = status.checks.filter(({ verdict }) => verdict === 'fault').length
  const again = async () => {
    await refetch()
    announce('The server was checked again')
  }
  return (
    <SettingsFrame title="Server">
      <div className="settings-head">
        <p className="settings-note">
          Stemma {status.version} ({status.build}), checked at {sayTime(status.checkedAt)}. Only operators see
          this: people whom the configuration of the server names.
        </p>
        <Button {...offers('getServerStatus')} className="button" isPending={isFetching} onPress={again}>
          Check again
        </Button>
      </div>
      <section aria-labelledby="checks">
        <h2 id="checks">
          Checks{' '}
          <span className={`badge tone-${faults > 0 ? 'danger' : 'success'}`}>
            {faults === 0 ? 'No faults' : faults === 1 ? '1 fault' : `${faults} faults`}
          </span>
        </h2>
        <Checks checks={status.checks} />
      </section>
      <Backup status={status} />
      <Jobs jobs={status.jobs} />
      <Mails mails={status.mails} />
      <section aria-labelledby="storage">
        <h2 id="storage">Storage</h2>
        <dl className="settings-facts">
          <dt>Database</dt>
          <dd>{sizeOf(status.storage.databaseBytes)}</dd>
          <dt>Files</dt>
          <dd>{sizeOf(status.storage.fileBytes)}</dd>
        </dl>
      </section>
    </SettingsFrame>
  )
}

const verdicts = {
  fault: { words: 'Fault', tone: 'danger' },
  notice: { words: 'Notice', tone: 'warning' },
  fine: { words: 'Fine', tone: 'success' },
} as const

/** What must be fixed comes first. */
function Checks({ checks }: Pick<ServerStatus, 'checks'>) {
  const order = Object.keys(verdicts)
  const sorted = checks.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
  return (
    <ul className="server-checks">
      {sorted.map(({ check, verdict, says }) => (
        <li key={`${check} ${says}`}>
          <span className={`badge tone-${verdicts[verdict].tone}`}>{verdicts[verdict].words}</span>
          <b>{check}</b>
          <span>{says}</span>
        </li>
      ))}
    </ul>
  )
}

const days = 86_400_000
const oldDays = 2

function Backup({ status: { backup } }: { readonly status: ServerStatus }) {
  const isOld = backup !== undefined && Date.now() - Date.parse(backup.finishedAt) > oldDays * days
  return (
    <section aria-labelledby="backup">
      <h2 id="backup">
        Last backup{' '}
        {(backup === undefined || isOld) && (
          <span className="badge tone-warning">{isOld ? 'More than two days ago' : 'None'}</span>
        )}
      </h2>
      {backup === undefined ? (
        <p className="settings-note">
          <code>stemma-server backup</code> has made none on this database. If you archive the log of
          PostgreSQL instead, the server doesn’t know about it.
        </p>
      ) : (
        <p>
          {sayMoment(backup.finishedAt)}: {backup.rows.toLocaleString('en')} rows and{' '}
          {backup.files.toLocaleString('en')} files.{' '}
          {backup.missing + backup.damaged > 0 && (
            <b>
              {backup.missing} files were missing and {backup.damaged} damaged.
            </b>
          )}
        </p>
      )}
    </section>
  )
}

function Jobs({ jobs }: Pick<ServerStatus, 'jobs'>) {
  return (
    <section aria-labelledby="jobs">
      <h2 id="jobs">Jobs</h2>
      <dl className="settings-facts">
        <dt>Waiting</dt>
        <dd>
          {jobs.due}
          {jobs.oldestDueAt && `, the oldest since ${sayMoment(jobs.oldestDueAt)}`}
        </dd>
        <dt>Running</dt>
        <dd>{jobs.running}</dd>
        <dt>Failed</dt>
        <dd>{jobs.failed}</dd>
      </dl>
      {jobs.tasks.length > 0 && (
        <ul className="server-rows" aria-label="Jobs by what they do">
          {jobs.tasks.map(({ task, due, running, failed, lastError }) => (
            <li key={task}>
              <code>{task}</code>
              <small>
                {due} waiting, {running} running
              </small>
              {failed > 0 && <span className="badge tone-danger">{failed} failed</span>}
              {lastError && <small className="server-wide">{lastError}</small>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Mails({ mails: { pending, failed, undelivered } }: Pick<ServerStatus, 'mails'>) {
  return (
    <section aria-labelledby="mails">
      <h2 id="mails">Mails</h2>
      <dl className="settings-facts">
        <dt>On their way</dt>
        <dd>{pending}</dd>
        <dt>Not delivered</dt>
        <dd>{failed}</dd>
      </dl>
      {failed > 0 && (
        <>
          <p className="settings-note">
            Fix the cause, then run <code>stemma-server mail retry</code>.
          </p>
          <ul className="server-rows" aria-label="Mails that could not be sent">
            {undelivered.map(({ kind, domain, error, createdAt }) => (
              <li key={`${createdAt} ${kind} ${domain}`}>
                <span>
                  {kind} to {domain}
                </span>
                <small>{sayMoment(createdAt)}</small>
                <small className="server-wide">{error}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
