import type { ShareLink } from '@stemma/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, Form, Heading } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import { offers } from '../../../app/offers.ts'
import { useOperation } from '../../../app/operations.ts'
import { CopyButton } from '../../../kit/copy-button.tsx'
import { Field } from '../../../kit/field.tsx'
import { FormDialog, FormEnd } from '../../../kit/form-dialog.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { Notice } from '../../../kit/notice.tsx'
import { Question } from '../../../kit/question.tsx'
import { sayWhen } from '../../../kit/when.ts'
import { SiteScreen } from '../site-screen.tsx'
import { type InSite, useSiteWrite } from '../sites.ts'
import './links-screen.css'

const route = getRouteApi('/o/$organizationId/sites/$siteId/links')

/** The secret addresses of a site, which are made and revoked one by one. */
export function LinksScreen() {
  const params = route.useParams()
  const site = useOperation('getSiteById', { params })
  const { items } = useOperation('listSiteShareLinks', { params })
  const [isNew, setNew] = useState(false)
  const add = (
    <Button
      className="button"
      data-kind="primary"
      {...offers('createSiteShareLink', params)}
      onPress={() => setNew(true)}
    >
      <Icon name="plus" />
      New share link
    </Button>
  )
  return (
    <SiteScreen params={params} title="Share links" action={add}>
      {site.visibility !== 'share-link' && (
        <Notice icon="info">
          <p>
            These links count once the audience of the site is <b>People with a share link</b>. Now it has
            another.
          </p>
        </Notice>
      )}
      {items.length === 0 ? (
        <p className="links-empty">
          There is no share link yet. Whoever opens one can read the site, until you switch it off or delete
          it.
        </p>
      ) : (
        <ul className="links">
          {items.map((link) => (
            <Row key={link.id} params={params} link={link} />
          ))}
        </ul>
      )}
      {isNew && <NewLink params={params} onClose={() => setNew(false)} />}
    </SiteScreen>
  )
}

interface RowProps {
  readonly params: InSite
  readonly link: ShareLink
}

function Row({ params, link }: RowProps) {
  const { id, name = 'Untitled link', active = true, createdAt, urls } = link
  const key = { ...params, shareLinkId: id }
  const { mutate, error } = useSiteWrite('updateSiteShareLinkById')
  const [isLeaving, setLeaving] = useState(false)
  const change = () =>
    mutate(
      { params: key, body: { active: !active } },
      { onSuccess: () => announce(active ? `${name} is switched off` : `${name} is switched on`) },
    )
  return (
    <li className="link-row">
      <span className="link-name">
        <b className="cut">{name}</b>
        <small>Made {sayWhen(createdAt)}</small>
        {error && <small role="alert">{adviceFor(error)}</small>}
      </span>
      <span className={`badge tone-${active ? 'success' : 'none'}`}>{active ? 'On' : 'Off'}</span>
      {urls.published && <CopyButton text={urls.published} label={`Copy the link ${name}`} />}
      <Button
        {...offers('updateSiteShareLinkById', key)}
        className="button"
        aria-label={`${active ? 'Switch off' : 'Switch on'} ${name}`}
        onPress={change}
      >
        {active ? 'Switch off' : 'Switch on'}
      </Button>
      <Button
        {...offers('deleteSiteShareLinkById', key)}
        className="button"
        data-kind="quiet"
        aria-label={`Delete ${name}`}
        onPress={() => setLeaving(true)}
      >
        Delete
      </Button>
      {isLeaving && <DeleteLink params={key} name={name} onClose={() => setLeaving(false)} />}
    </li>
  )
}

interface DeleteLinkProps {
  readonly params: InSite & { readonly shareLinkId: string }
  readonly name: string
  readonly onClose: () => void
}

function DeleteLink({ params, name, onClose }: DeleteLinkProps) {
  const { mutate, error, isPending } = useSiteWrite('deleteSiteShareLinkById', `${name} deleted`)
  return (
    <Question
      title={`Delete the link “${name}”?`}
      action="Delete link"
      error={error}
      isPending={isPending}
      onConfirm={() => mutate({ params })}
      onClose={onClose}
    >
      <p>
        Everyone who came with it loses access with the next request, and no other link can have its address
        again. To stop it for a while, switch it off instead.
      </p>
    </Question>
  )
}

interface NewLinkProps {
  readonly params: InSite
  readonly onClose: () => void
}

function NewLink({ params, onClose }: NewLinkProps) {
  const [name, setName] = useState('')
  const { mutate, error, isPending } = useSiteWrite('createSiteShareLink')
  return (
    <FormDialog isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          const onSuccess = () => {
            announce(`${name} created`)
            onClose()
          }
          if (!isPending) mutate({ params, body: { name: name.trim() } }, { onSuccess })
        }}
      >
        <Heading slot="title">New share link</Heading>
        <Field
          label="Name"
          value={name}
          onChange={setName}
          isRequired
          maxLength={50}
          autoFocus
          note="For whom it is. Only people who manage the site see it."
        />
        {error && <p role="alert">{adviceFor(error)}</p>}
        <FormEnd>
          <Button className="button" data-kind="primary" type="submit" data-pending={isPending || undefined}>
            Create link
          </Button>
        </FormEnd>
      </Form>
    </FormDialog>
  )
}
