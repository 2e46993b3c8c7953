import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button, Form } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { api } from '../../../app/client.ts'
import { adviceFor } from '../../../app/failures.tsx'
import { offers } from '../../../app/offers.ts'
import { Checks } from '../../../kit/checks.tsx'
import { Choice } from '../../../kit/choice.tsx'
import { Field } from '../../../kit/field.tsx'
import { FileField } from '../../../kit/file-field.tsx'
import { Notice } from '../../../kit/notice.tsx'
import { useOwnRole } from '../../people/roles.ts'
import { SettingsFrame } from '../../people/settings-frame.tsx'
import { categoryWords, integrationOf, scopeWords, targetWords, visibilityWords } from './integrations.ts'
import { type Filled, ManifestProblem, manifestOf, startFor } from './manifest.ts'
import { useReadAgain } from './read-again.ts'
import '../../../kit/form.css'
import './integrations-screen.css'

const route = getRouteApi('/o/$organizationId/settings/publish-integration')

/** A new integration, or a new version of one. */
export function PublishScreen() {
  const { organizationId } = route.useParams()
  const { name } = route.useSearch()
  const isAdmin = useOwnRole(organizationId) === 'admin'
  const before = useQuery({ ...integrationOf({ integrationName: name ?? '' }), enabled: name !== undefined })
  const crumbs = (
    <nav className="crumbs" aria-label="Breadcrumbs">
      <Link to="/o/$organizationId/settings/integrations" params={{ organizationId }}>
        Integrations
      </Link>
      <span />
    </nav>
  )
  const title = before.data === undefined ? 'Publish an integration' : `Publish ${before.data.title} again`
  const isKnown = name === undefined || before.data !== undefined
  return (
    <SettingsFrame title={title} crumbs={crumbs}>
      {!isAdmin && (
        <Notice icon="info">
          <p>Only admins of the organization publish integrations.</p>
        </Notice>
      )}
      {isAdmin && isKnown && (
        <PublishForm
          key={name}
          organizationId={organizationId}
          integrationName={name}
          start={startFor(before.data)}
        />
      )}
    </SettingsFrame>
  )
}

interface PublishFormProps {
  readonly organizationId: string
  /** Of an integration that exists. */
  readonly integrationName: string | undefined
  readonly start: Filled
}

function PublishForm({ organizationId, integrationName, start }: PublishFormProps) {
  const [filled, setFilled] = useState(start)
  const navigate = useNavigate()
  const readAgain = useReadAgain()
  const write = useMutation({ networkMode: 'always', mutationFn: publish })
  const put = (change: Partial<Filled>) => setFilled({ ...filled, ...change })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const name = integrationName ?? String(data.get('name')).trim()
    const onSuccess = async () => {
      announce('The integration is published')
      await readAgain()
      const params = { organizationId, integrationName: name }
      await navigate({ to: '/o/$organizationId/settings/integrations/$integrationName', params })
    }
    if (!write.isPending) write.mutate({ organizationId, name, filled, data }, { onSuccess })
  }
  const known = integrationName === undefined ? {} : { integrationName }
  return (
    <Form className="form publish-form" {...offers('publishIntegration', known)} onSubmit={submit}>
      {integrationName !== undefined && (
        <p className="settings-note">
          A version replaces the one before it as a whole. Choose the script and the pictures again, and write
          down all secrets: the server never shows them.
        </p>
      )}
      {integrationName === undefined && (
        <Field
          label="Name"
          name="name"
          isRequired
          maxLength={100}
          pattern="[a-zA-Z0-9._\-]+"
          placeholder="acme-chat"
          note="Letters, digits, dots and hyphens. It is part of URLs, and unique on this server."
        />
      )}
      <Texts filled={filled} onChange={put} />
      <Reach filled={filled} onChange={put} />
      <Files isNew={integrationName === undefined} />
      <Field
        label="Secrets"
        rows={3}
        value={filled.secrets}
        onChange={(secrets) => put({ secrets })}
        note="One NAME=value per line. You can leave it empty."
      />
      <Field
        label="Rest of the manifest"
        rows={8}
        value={filled.rest}
        spellCheck="false"
        onChange={(rest) => put({ rest })}
        note="As JSON: blocks, contentSources, configurations, externalLinks, contentSecurityPolicy, runtime."
      />
      {write.error && <p role="alert">{wordsFor(write.error)}</p>}
      <Button
        className="button"
        data-kind="primary"
        type="submit"
        data-pending={write.isPending || undefined}
      >
        Publish
      </Button>
    </Form>
  )
}

interface PartProps {
  readonly filled: Filled
  readonly onChange: (change: Partial<Filled>) => void
}

function Texts({ filled: { title, description, summary }, onChange }: PartProps) {
  return (
    <>
      <Field
        label="Title"
        value={title}
        isRequired
        minLength={2}
        maxLength={30}
        onChange={(words) => onChange({ title: words })}
      />
      <Field
        label="Description"
        value={description}
        isRequired
        maxLength={100}
        onChange={(words) => onChange({ description: words })}
        note="One line, for lists."
      />
      <Field
        label="Summary"
        rows={4}
        value={summary}
        maxLength={2048}
        onChange={(words) => onChange({ summary: words })}
        note="What it does and how to set it up. You can leave it empty."
      />
    </>
  )
}

/** Who sees it, where it installs, and what it may do there. */
function Reach({ filled: { visibility, target, categories, scopes }, onChange }: PartProps) {
  return (
    <>
      <Choice
        label="Who sees it"
        value={visibility}
        options={optionsOf(visibilityWords)}
        onChange={(id) => onChange({ visibility: id as Filled['visibility'] })}
      />
      <Choice
        label="Installs on"
        value={target}
        options={optionsOf(targetWords)}
        onChange={(id) => onChange({ target: id as Filled['target'] })}
      />
      <Checks
        label="Kind"
        value={categories}
        options={optionsOf(categoryWords)}
        onChange={(ids) => onChange({ categories: ids })}
      />
      <Checks
        label="What its installations may do"
        value={scopes}
        options={optionsOf(scopeWords)}
        onChange={(ids) => onChange({ scopes: ids })}
      />
    </>
  )
}

function optionsOf(words: Readonly<Record<string, string>>) {
  return Object.entries(words).map(([id, name]) => ({ id, name }))
}

function Files({ isNew }: { readonly isNew: boolean }) {
  return (
    <>
      <FileField label="Script" name="script" accept=".js,.mjs" />
      <FileField
        label={isNew ? 'Icon (optional)' : 'Icon (optional, not kept from the version before)'}
        name="icon"
        accept="image/png,image/jpeg,image/webp"
        isOptional
      />
      <FileField
        label="Preview pictures (optional, at most three)"
        name="previews"
        accept="image/png,image/jpeg,image/webp"
        isMultiple
        isOptional
      />
    </>
  )
}

interface Wanted {
  readonly organizationId: string
  readonly name: string
  readonly filled: Filled
  readonly data: FormData
}

async function publish({ organizationId, name, filled, data }: Wanted) {
  const chosen = (field: string) =>
    data.getAll(field).filter((one): one is File => one instanceof File && one.size > 0)
  const [script] = chosen('script')
  if (script === undefined) throw new ManifestProblem('The script is empty. Choose a file with text in it.')
  const body = await manifestOf(organizationId, filled, {
    script,
    icon: chosen('icon')[0],
    previews: chosen('previews'),
  })
  return api.publishIntegration({ params: { integrationName: name }, body })
}

function wordsFor(error: Error): string {
  return error instanceof ManifestProblem ? error.message : adviceFor(error)
}
