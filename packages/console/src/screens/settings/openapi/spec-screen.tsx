import type { OpenAPISpec } from '@stemma/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import { offers } from '../../../app/offers.ts'
import { useWrite } from '../../../app/operations.ts'
import { Notice } from '../../../kit/notice.tsx'
import { Question } from '../../../kit/question.tsx'
import { sayMoment } from '../../../kit/when.ts'
import { SettingsFrame } from '../../people/settings-frame.tsx'
import { ReplaceSource } from './spec-forms.tsx'
import { failureWords, type SpecKey, specOf, specsOf, stateOf } from './specs.ts'
import { Versions } from './versions.tsx'

const route = getRouteApi('/o/$organizationId/settings/openapi/$specSlug')

/** One spec: where its document comes from, who reads it, and what each version changed. */
export function SpecScreen() {
  const params: SpecKey = route.useParams()
  const spec = useSuspenseQuery(specOf(params)).data
  const { words, tone } = stateOf(spec)
  const crumbs = (
    <nav className="crumbs" aria-label="Breadcrumbs">
      <Link to="/o/$organizationId/settings/openapi" params={{ organizationId: params.organizationId }}>
        OpenAPI specs
      </Link>
      <span />
    </nav>
  )
  const actions = spec.permissions.edit && <Actions params={params} spec={spec} />
  return (
    <SettingsFrame title={spec.slug} crumbs={crumbs} actions={actions}>
      <dl className="settings-facts">
        <dt>State</dt>
        <dd>
          <span className={`badge tone-${tone}`}>{words}</span>
        </dd>
        <dt>Document</dt>
        <dd>
          {spec.sourceURL === undefined ? 'Uploaded file' : <code>{spec.sourceURL}</code>}
          {spec.lastProcessedAt !== undefined && `, processed ${sayMoment(spec.lastProcessedAt)}`}
        </dd>
        <dt>Readers</dt>
        <dd>
          <Readers params={params} spec={spec} />
        </dd>
      </dl>
      <Failure spec={spec} />
      <Versions params={params} lastVersion={spec.lastVersion} />
    </SettingsFrame>
  )
}

interface PartProps {
  readonly params: SpecKey
  readonly spec: OpenAPISpec
}

/** Who can read the document, and the button that changes it. */
function Readers({ params, spec: { visibility, urls, permissions } }: PartProps) {
  const { mutate, error, isPending } = useWrite('updateOpenAPISpecBySlug')
  const isPublic = visibility === 'public'
  const change = () =>
    mutate(
      { params, body: { visibility: isPublic ? 'private' : 'public' } },
      { onSuccess: () => announce(isPublic ? 'Only members read it' : 'Everybody reads it') },
    )
  return (
    <>
      {isPublic ? 'Everybody who has the URL' : 'Members, and readers of sites that show it'}
      {isPublic && urls.published !== undefined && (
        <>
          {': '}
          <a href={urls.published}>{urls.published}</a>
        </>
      )}{' '}
      {permissions.edit && (
        <Button
          className="button"
          {...offers('updateOpenAPISpecBySlug', { ...params })}
          isPending={isPending}
          onPress={change}
        >
          {isPublic ? 'Make it private' : 'Make it public'}
        </Button>
      )}
      {error && <span role="alert"> {adviceFor(error)}</span>}
    </>
  )
}

const messagesMax = 10

/** Why the last document could not be taken. The version before it stays in use. */
function Failure({ spec }: Pick<PartProps, 'spec'>) {
  const { lastProcessErrorCode: code, lastProcessedErrors = [], lastVersion, processingState } = spec
  if (code === undefined || processingState !== 'complete') return null
  return (
    <Notice icon="warning" tone="danger">
      <div>
        <p>
          <b>{failureWords[code]}</b> {lastVersion !== undefined && 'The version before it stays in use.'}
        </p>
        <ul>
          {lastProcessedErrors.slice(0, messagesMax).map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      </div>
    </Notice>
  )
}

function Actions({ params, spec: { sourceURL, processingState } }: PartProps) {
  const [asked, setAsked] = useState<'replace' | 'delete'>()
  const { mutate, error, isPending } = useWrite('createOrUpdateOpenAPISpecBySlug')
  const close = () => setAsked(undefined)
  const fetchAgain = (url: string) =>
    mutate(
      { params, body: { source: { url } } },
      { onSuccess: () => announce('The document is being fetched') },
    )
  return (
    <>
      {error && <span role="alert">{adviceFor(error)}</span>}
      <Button
        className="button"
        data-kind="quiet"
        {...offers('deleteOpenAPISpecBySlug', { ...params })}
        onPress={() => setAsked('delete')}
      >
        Delete
      </Button>
      <Button
        className="button"
        {...offers('createOrUpdateOpenAPISpecBySlug', { ...params })}
        onPress={() => setAsked('replace')}
      >
        Replace
      </Button>
      {sourceURL !== undefined && (
        <Button
          className="button"
          data-kind="primary"
          {...offers('createOrUpdateOpenAPISpecBySlug', { ...params })}
          isPending={isPending || processingState !== 'complete'}
          onPress={() => fetchAgain(sourceURL)}
        >
          Fetch again
        </Button>
      )}
      {asked === 'replace' && <ReplaceSource params={params} sourceURL={sourceURL} onClose={close} />}
      {asked === 'delete' && <DeleteSpec params={params} onClose={close} />}
    </>
  )
}

function DeleteSpec({ params, onClose }: { readonly params: SpecKey; readonly onClose: () => void }) {
  const { organizationId, specSlug } = params
  const navigate = useNavigate()
  // Not the spec itself, which is gone.
  const write = useWrite('deleteOpenAPISpecBySlug', () => specsOf(organizationId).queryKey)
  const onSuccess = () => navigate({ to: '/o/$organizationId/settings/openapi', params: { organizationId } })
  return (
    <Question
      title={`Delete the spec “${specSlug}”?`}
      action="Delete spec"
      error={write.error}
      isPending={write.isPending}
      onConfirm={() => write.mutate({ params }, { onSuccess })}
      onClose={onClose}
    >
      <p>
        All its versions are deleted, and pages that show its operations show nothing in their place. This
        can’t be undone.
      </p>
    </Question>
  )
}
