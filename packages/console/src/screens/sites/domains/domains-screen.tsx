import type { Site, SiteDomain } from '@stemma/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, Form } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import { offers } from '../../../app/offers.ts'
import { useOperation, useWrite } from '../../../app/operations.ts'
import { CopyButton } from '../../../kit/copy-button.tsx'
import { Field } from '../../../kit/field.tsx'
import { Question } from '../../../kit/question.tsx'
import { sayWhen } from '../../../kit/when.ts'
import { SiteScreen } from '../site-screen.tsx'
import type { InSite } from '../sites.ts'
import './domains-screen.css'

const route = getRouteApi('/o/$organizationId/sites/$siteId/domains')

/** Where a site is: its path on this server, and a host of one's own with the proof that it is one's own. */
export function DomainsScreen() {
  const params = route.useParams()
  const { organizationId, siteId } = params
  const site = useOperation('getSiteById', { params })
  const { items } = useOperation('listSiteDomains', { params: { organizationId } })
  const domains = items.filter(({ addresses }) => addresses.some((one) => one.site === siteId))
  return (
    <SiteScreen params={params} title="Domains">
      <div className="domains">
        <Hostname params={params} site={site} />
        {domains.map((domain) => (
          <Domain key={domain.domain} params={params} domain={domain} />
        ))}
      </div>
    </SiteScreen>
  )
}

interface HostnameProps {
  readonly params: InSite
  readonly site: Site
}

function Hostname({ params, site }: HostnameProps) {
  const saved = site.hostname ?? ''
  const [typed, setTyped] = useState(saved)
  const [isLeaving, setLeaving] = useState(false)
  const { mutate, error, isPending } = useWrite('updateSiteById', () => ['orgs', params.organizationId])
  const save = (hostname: string | null) =>
    mutate(
      { params, body: { hostname } },
      {
        onSuccess() {
          setTyped(hostname ?? '')
          setLeaving(false)
          announce(hostname === null ? `${saved} removed` : `${hostname} saved. Prove now that it is yours.`)
        },
      },
    )
  return (
    <Form
      {...offers('updateSiteById', { ...params })}
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const hostname = typed.trim().toLowerCase()
        if (!isPending) hostname === '' ? setLeaving(true) : save(hostname)
      }}
    >
      <Field
        label="Host of your own"
        value={typed}
        onChange={setTyped}
        placeholder="docs.example.com"
        maxLength={235}
        note="A subdomain that points to this server. Visitors reach the site there once you have proved it."
      />
      {error && !isLeaving && <p role="alert">{adviceFor(error)}</p>}
      <div className="domains-end">
        <Button
          className="button"
          data-kind="primary"
          type="submit"
          data-pending={isPending || undefined}
          isDisabled={typed.trim().toLowerCase() === saved}
        >
          Save host
        </Button>
        {saved !== '' && (
          <Button className="button" onPress={() => setLeaving(true)}>
            Remove host
          </Button>
        )}
      </div>
      {isLeaving && (
        <Question
          title={`Remove ${saved} from “${site.title}”?`}
          action="Remove host"
          error={error}
          isPending={isPending}
          onConfirm={() => save(null)}
          onClose={() => setLeaving(false)}
        >
          <p>
            Links to {saved} lead nowhere, starting with the next request. The site stays at its address on
            this server. You can set the host again.
          </p>
        </Question>
      )}
    </Form>
  )
}

const states = {
  pending: { words: 'Waits for the record', tone: 'warning' },
  verified: { words: 'Verified', tone: 'success' },
  failed: { words: 'Not found', tone: 'danger' },
} as const satisfies Readonly<Record<SiteDomain['status'], object>>

interface DomainProps {
  readonly params: InSite
  readonly domain: SiteDomain
}

/** The record that proves a host, and what the last look at it found. */
function Domain({ params, domain }: DomainProps) {
  const { organizationId } = params
  const { domain: name, status, record, problem, checkedAt, nextCheckAt, addresses } = domain
  const { mutate, error, isPending } = useWrite('checkSiteDomain', () => [
    'orgs',
    organizationId,
    'site-domains',
  ])
  const check = () =>
    mutate(
      { params: { organizationId, siteDomain: name } },
      { onSuccess: () => announce('The record is looked up now') },
    )
  return (
    <section className="domain" aria-label={name}>
      <h2>
        {name} <span className={`badge tone-${states[status].tone}`}>{states[status].words}</span>
      </h2>
      {addresses.some((one) => one.site === params.siteId && one.status === 'taken') && (
        <p role="alert">Another organization uses this address, so the site isn’t there.</p>
      )}
      {status !== 'verified' && (
        <p>Add this record where the DNS of the domain is managed, and keep it there.</p>
      )}
      <dl>
        <dt>Type</dt>
        <dd>{record.type}</dd>
        <dt>Name</dt>
        <dd>
          <code>{record.name}</code> <CopyButton text={record.name} label="Copy the name" />
        </dd>
        <dt>Value</dt>
        <dd>
          <code>{record.value}</code> <CopyButton text={record.value} label="Copy the value" />
        </dd>
      </dl>
      {problem && <p>{problem.message}</p>}
      {error && <p role="alert">{adviceFor(error)}</p>}
      <div className="domains-end">
        <Button
          className="button"
          {...offers('checkSiteDomain', { organizationId, siteDomain: name })}
          onPress={() => !isPending && check()}
        >
          Check now
        </Button>
        <small>
          {checkedAt && `Last looked up: ${sayWhen(checkedAt)}. `}
          {nextCheckAt && `Next: ${sayWhen(nextCheckAt)}.`}
        </small>
      </div>
    </section>
  )
}
