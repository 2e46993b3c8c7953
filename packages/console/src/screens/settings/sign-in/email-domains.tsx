import type { EmailDomain } from '@stemma/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Form } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import { offers } from '../../../app/offers.ts'
import { useOperation, useWrite } from '../../../app/operations.ts'
import { Field } from '../../../kit/field.tsx'
import { Question } from '../../../kit/question.tsx'
import { sayWhen } from '../../../kit/when.ts'
import { CopyField } from '../../people/copy-field.tsx'
import { emailDomainsOf } from './providers.ts'
import './email-domains.css'

interface EmailDomainsProps {
  readonly organizationId: string
}

/** The domains whose addresses belong to the organization, once it has proved that. */
export function EmailDomains({ organizationId }: EmailDomainsProps) {
  const { items } = useSuspenseQuery(emailDomainsOf(organizationId)).data
  return (
    <section aria-labelledby="email-domains">
      <h2 id="email-domains">E-mail domains</h2>
      <p className="settings-note">
        Through a provider, only people with an address in a verified domain sign in. People with such an
        address also join by themselves, with the default role of the organization.
      </p>
      <AddDomain organizationId={organizationId} />
      {items.length > 0 && (
        <ul className="email-domains">
          {items.map((one) => (
            <Domain key={one.domain} domain={one} organizationId={organizationId} />
          ))}
        </ul>
      )}
    </section>
  )
}

function AddDomain({ organizationId }: EmailDomainsProps) {
  const params = { organizationId }
  const { emailDomains } = useOperation('getOrganizationById', { params })
  const [typed, setTyped] = useState('')
  const { mutate, error, isPending } = useWrite('updateOrganizationById')
  const domain = typed.trim().toLowerCase()
  return (
    <Form
      {...offers('updateOrganizationById', params, { emailDomains })}
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const onSuccess = () => {
          setTyped('')
          announce(`${domain} added. Prove now that it is yours.`)
        }
        if (!isPending) mutate({ params, body: { emailDomains: [...emailDomains, domain] } }, { onSuccess })
      }}
    >
      <Field label="Domain" value={typed} onChange={setTyped} isRequired placeholder="example.com" />
      {error && <p role="alert">{adviceFor(error)}</p>}
      <Button className="button" type="submit" isPending={isPending}>
        Add domain
      </Button>
    </Form>
  )
}

const states = {
  pending: { words: 'Waits for the record', tone: 'warning' },
  verified: { words: 'Verified', tone: 'success' },
  failed: { words: 'Not found', tone: 'danger' },
} as const satisfies Readonly<Record<EmailDomain['status'], object>>

interface DomainProps extends EmailDomainsProps {
  readonly domain: EmailDomain
}

/** The record that proves a domain, and what the last look at it found. */
function Domain({ domain, organizationId }: DomainProps) {
  const { domain: name, status, record, problem, checkedAt, missingSince } = domain
  const [isLeaving, setLeaving] = useState(false)
  const params = { organizationId, emailDomain: name }
  const { mutate, error, isPending } = useWrite('checkEmailDomain', () => ['orgs', organizationId])
  const check = () => mutate({ params }, { onSuccess: () => announce('The record is looked up now') })
  return (
    <li>
      <div className="settings-head">
        <h3>
          {name} <span className={`badge tone-${states[status].tone}`}>{states[status].words}</span>
        </h3>
        <span className="people-end">
          <Button
            className="button"
            data-kind="quiet"
            aria-label={`Remove ${name}`}
            {...offers('updateOrganizationById', { organizationId })}
            onPress={() => setLeaving(true)}
          >
            Remove
          </Button>
          <Button
            className="button"
            aria-label={`Check now: ${name}`}
            {...offers('checkEmailDomain', params)}
            isPending={isPending}
            onPress={check}
          >
            Check now
          </Button>
        </span>
      </div>
      {(status !== 'verified' || missingSince !== undefined) && (
        <>
          <p>Add this {record.type} record where the DNS of the domain is managed, and keep it there.</p>
          <CopyField label={`Name of the record for ${name}`} value={record.name} />
          <CopyField label={`Value of the record for ${name}`} value={record.value} />
        </>
      )}
      {problem && <p>{problem.message}</p>}
      {checkedAt && <small>Last looked up: {sayWhen(checkedAt)}</small>}
      {error && <p role="alert">{adviceFor(error)}</p>}
      {isLeaving && (
        <RemoveDomain name={name} organizationId={organizationId} onClose={() => setLeaving(false)} />
      )}
    </li>
  )
}

interface RemoveDomainProps extends EmailDomainsProps {
  readonly name: string
  readonly onClose: () => void
}

function RemoveDomain({ name, organizationId, onClose }: RemoveDomainProps) {
  const params = { organizationId }
  const { title, emailDomains } = useOperation('getOrganizationById', { params })
  const { mutate, error, isPending } = useWrite('updateOrganizationById')
  const remove = () =>
    mutate(
      { params, body: { emailDomains: emailDomains.filter((one) => one !== name) } },
      {
        onSuccess() {
          announce(`${name} removed`)
          onClose()
        },
      },
    )
  return (
    <Question
      title={`Remove ${name} from ${title}?`}
      action="Remove domain"
      error={error}
      isPending={isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        People with an address at {name} can no longer sign in through a provider, or join by themselves.
        Members stay members. To use the domain again, you prove it again.
      </p>
    </Question>
  )
}
