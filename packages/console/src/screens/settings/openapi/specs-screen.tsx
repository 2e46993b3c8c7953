import type { OpenAPISpec } from '@stemma/contract'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { offers } from '../../../app/offers.ts'
import { useOperation } from '../../../app/operations.ts'
import { Icon } from '../../../kit/icon.tsx'
import { ShowMore } from '../../../kit/show-more.tsx'
import { sayWhen } from '../../../kit/when.ts'
import { SettingsFrame } from '../../people/settings-frame.tsx'
import { NewSpec } from './spec-forms.tsx'
import { specsOf, stateOf } from './specs.ts'

const route = getRouteApi('/o/$organizationId/settings/openapi')

/** The descriptions of APIs from which pages of a reference are drawn. */
export function SpecsScreen() {
  const { organizationId } = route.useParams()
  const { permissions } = useOperation('getOrganizationById', { params: { organizationId } })
  const list = useSuspenseInfiniteQuery(specsOf(organizationId))
  const specs = list.data.pages.flatMap(({ items }) => items)
  const [isNew, setNew] = useState(false)
  const navigate = useNavigate()
  const add = permissions.createContent && (
    <Button
      className="button"
      data-kind="primary"
      {...offers('createOpenAPISpec', { organizationId })}
      onPress={() => setNew(true)}
    >
      <Icon name="plus" /> Add a spec
    </Button>
  )
  const leave = (created?: OpenAPISpec) => {
    setNew(false)
    if (created !== undefined)
      navigate({
        to: '/o/$organizationId/settings/openapi/$specSlug',
        params: { organizationId, specSlug: created.slug },
      })
  }
  return (
    <SettingsFrame title="OpenAPI specs" actions={add}>
      <p className="settings-note">
        A spec describes an API. Sites draw its operations as reference pages, and pages can show a single
        one.
      </p>
      {specs.length === 0 ? (
        <p>There is no spec yet. To add one, you need the URL of an OpenAPI document, or its file.</p>
      ) : (
        <ul className="people">
          {specs.map((spec) => (
            <Row key={spec.id} spec={spec} organizationId={organizationId} />
          ))}
        </ul>
      )}
      <ShowMore list={list} />
      {isNew && <NewSpec organizationId={organizationId} onClose={leave} />}
    </SettingsFrame>
  )
}

interface RowProps {
  readonly spec: OpenAPISpec
  readonly organizationId: string
}

function Row({ spec, organizationId }: RowProps) {
  const { slug: specSlug, sourceURL, updatedAt } = spec
  const { words, tone } = stateOf(spec)
  return (
    <li>
      <span className="who">
        <Icon name="code" />
        <span className="who-words">
          <Link
            className="cut"
            to="/o/$organizationId/settings/openapi/$specSlug"
            params={{ organizationId, specSlug }}
          >
            <b>{specSlug}</b>
          </Link>
          <small className="cut">{sourceURL ?? 'Uploaded file'}</small>
        </span>
      </span>
      <small>{sayWhen(updatedAt)}</small>
      <span className={`badge tone-${tone}`}>{words}</span>
    </li>
  )
}
