import type { Site, Space } from '@stemma/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, FieldError, Form, Input, Label, TextField } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { useOperation } from '../../app/operations.ts'
import { useEverySpace } from '../../app/spaces.ts'
import { Cards } from '../../kit/cards.tsx'
import { Checks } from '../../kit/checks.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Screen } from '../../kit/screen.tsx'
import { audienceOf, audiences, useSiteWrite } from './sites.ts'
import '../../kit/form.css'
import './new-site-screen.css'

const route = getRouteApi('/o/$organizationId/sites/new')

/** A site in three steps: what it shows, what it is called, who reads it. */
export function NewSiteScreen() {
  const params = route.useParams()
  const { permissions } = useOperation('getOrganizationById', { params })
  const spaces = useEverySpace(params).items
  const crumbs = (
    <nav className="crumbs" aria-label="Breadcrumbs">
      <Link to="/o/$organizationId/sites" params={params}>
        Sites
      </Link>
      <span />
    </nav>
  )
  return (
    <Screen title="New site" crumbs={crumbs}>
      {permissions.createContent ? (
        <NewSite organizationId={params.organizationId} spaces={spaces} />
      ) : (
        <Notice icon="info">
          <p>To create a site, you need create level in the organization. Ask an admin for it.</p>
        </Notice>
      )}
    </Screen>
  )
}

interface NewSiteProps {
  readonly organizationId: string
  readonly spaces: readonly Space[]
}

const first = audiences[0].id as Site['visibility']

function NewSite({ organizationId, spaces }: NewSiteProps) {
  const { create, error, isPending } = useCreate(organizationId)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [visibility, setVisibility] = useState(first)
  // Until somebody types, the site is called like its first space.
  const [typed, setTyped] = useState<string>()
  const title = typed ?? spaces.find(({ id }) => id === chosen[0])?.title ?? ''
  const isReady = chosen.length > 0
  return (
    <Form
      {...offers('createSite', { organizationId }, { title: 'Docs', spaces: 'empty' })}
      className="form new-site"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) create({ title, visibility, spaces: isReady ? [...chosen] : 'empty' })
      }}
    >
      {spaces.length === 0 ? (
        <p>There is no space yet: the site begins with an empty one, in which you write.</p>
      ) : (
        <Checks
          label="Spaces that it shows"
          note="The first that you choose is its start. Without any, it begins with an empty space."
          value={chosen}
          options={spaces.map(({ id, title: name }) => ({ id, name: name || 'Untitled space' }))}
          onChange={setChosen}
        />
      )}
      <TextField value={title} onChange={setTyped} isRequired minLength={2} maxLength={128}>
        <Label>Name of the site</Label>
        <Input />
        <FieldError />
      </TextField>
      <Cards
        label="Who can read it"
        value={visibility}
        options={audiences}
        onChange={(id) => setVisibility(audienceOf({ visibility: id as Site['visibility'] }).id)}
      />
      <p className="new-site-note">Nobody sees it before you publish it.</p>
      {error && <p role="alert">{adviceFor(error)}</p>}
      <Button className="button" data-kind="primary" type="submit" data-pending={isPending || undefined}>
        Create site
      </Button>
    </Form>
  )
}

interface Wanted {
  readonly title: string
  readonly visibility: Site['visibility']
  readonly spaces: string[] | 'empty'
}

/** Leads to the new site, where it is published. */
function useCreate(organizationId: string) {
  const navigate = route.useNavigate()
  const { mutate, error, isPending } = useSiteWrite('createSite')
  const create = (body: Wanted) =>
    mutate(
      { params: { organizationId }, body },
      {
        onSuccess({ id: siteId, title }) {
          announce(`${title} created`)
          navigate({ to: '/o/$organizationId/sites/$siteId', params: { organizationId, siteId } })
        },
      },
    )
  return { create, error, isPending }
}
