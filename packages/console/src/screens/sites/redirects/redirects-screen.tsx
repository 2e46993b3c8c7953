import type { SiteRedirect, SiteRedirectDestination } from '@stemma/contract'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { offers } from '../../../app/offers.ts'
import { useOperation } from '../../../app/operations.ts'
import { Icon } from '../../../kit/icon.tsx'
import { Question } from '../../../kit/question.tsx'
import { ShowMore } from '../../../kit/show-more.tsx'
import { SiteScreen } from '../site-screen.tsx'
import { type InSite, useSiteWrite } from '../sites.ts'
import { findPart, type Part, partsOf } from '../structure/parts.ts'
import { ImportRedirects } from './import-redirects.tsx'
import { RedirectForm } from './redirect-form.tsx'
import { redirectsOf } from './redirects.ts'
import './redirects-screen.css'

const route = getRouteApi('/o/$organizationId/sites/$siteId/redirects')

type Open = { readonly what: 'import' } | { readonly what: 'form'; readonly redirect?: SiteRedirect }

/** Paths of a site that lead elsewhere: to where a page is now, or to another site. */
export function RedirectsScreen() {
  const params = route.useParams()
  const site = useOperation('getSiteById', { params })
  const [open, setOpen] = useState<Open>()
  const mayEdit = site.permissions.edit
  const actions = mayEdit && (
    <>
      <Button
        className="button"
        {...offers('importSiteRedirects', params)}
        onPress={() => setOpen({ what: 'import' })}
      >
        Import CSV
      </Button>
      <Button
        className="button"
        data-kind="primary"
        {...offers('createSiteRedirect', params)}
        onPress={() => setOpen({ what: 'form' })}
      >
        <Icon name="plus" />
        New redirect
      </Button>
    </>
  )
  const close = () => setOpen(undefined)
  return (
    <SiteScreen params={params} title="Redirects" action={actions}>
      <List
        params={params}
        onEdit={mayEdit ? (redirect) => setOpen({ what: 'form', redirect }) : undefined}
      />
      {open?.what === 'import' && <ImportRedirects params={params} onClose={close} />}
      {open?.what === 'form' && <RedirectForm params={params} redirect={open.redirect} onClose={close} />}
    </SiteScreen>
  )
}

interface ListProps {
  readonly params: InSite
  /** Missing for people who only look. */
  readonly onEdit: ((redirect: SiteRedirect) => void) | undefined
}

function List({ params, onEdit }: ListProps) {
  const list = useSuspenseInfiniteQuery(redirectsOf(params))
  const parts = partsOf(useOperation('getSiteStructure', { params }))
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length === 0)
    return (
      <p className="redirects-empty">
        There are no redirects. Pages that are renamed or moved need none: their old paths lead to them by
        themselves. Make one for paths of an older website, or import a list of them.
      </p>
    )
  return (
    <>
      <ul className="redirects">
        {items.map((redirect) => (
          <Row key={redirect.id} params={params} redirect={redirect} parts={parts} onEdit={onEdit} />
        ))}
      </ul>
      <ShowMore list={list} />
    </>
  )
}

interface RowProps extends ListProps {
  readonly redirect: SiteRedirect
  readonly parts: readonly Part[]
}

function Row({ params, redirect, parts, onEdit }: RowProps) {
  const { source, destination, permanent } = redirect
  const [isLeaving, setLeaving] = useState(false)
  return (
    <li className="redirect">
      <code>{source}</code>
      <Icon name="arrow-right" />
      <span className="redirect-to">{whereTo(destination, parts)}</span>
      <span className="badge">{permanent ? 'Permanent' : 'For now'}</span>
      {onEdit && (
        <span className="redirect-acts">
          <Button
            className="button"
            aria-label={`Edit ${source}`}
            {...offers('updateSiteRedirectById', { ...params, siteRedirectId: redirect.id })}
            onPress={() => onEdit(redirect)}
          >
            Edit
          </Button>
          <Button
            {...offers('deleteSiteRedirectById', { ...params, siteRedirectId: redirect.id })}
            className="button"
            data-kind="quiet"
            aria-label={`Delete ${source}`}
            onPress={() => setLeaving(true)}
          >
            Delete
          </Button>
        </span>
      )}
      {isLeaving && <Leaving params={params} redirect={redirect} onClose={() => setLeaving(false)} />}
    </li>
  )
}

function whereTo(destination: SiteRedirectDestination, parts: readonly Part[]): string {
  if (destination.kind === 'external') return destination.url
  const id = destination.kind === 'site-section' ? destination.siteSectionId : destination.siteSpaceId
  const title = findPart(parts, id)?.title ?? 'a part that is gone'
  return destination.kind === 'site-page' ? `A page of ${title}` : title
}

interface LeavingProps {
  readonly params: InSite
  readonly redirect: SiteRedirect
  readonly onClose: () => void
}

function Leaving({ params, redirect: { id, source }, onClose }: LeavingProps) {
  const { mutate, error, isPending } = useSiteWrite('deleteSiteRedirectById', `${source} deleted`)
  return (
    <Question
      title={`Delete the redirect of ${source}?`}
      action="Delete redirect"
      error={error}
      isPending={isPending}
      onConfirm={() => mutate({ params: { ...params, siteRedirectId: id } })}
      onClose={onClose}
    >
      <p>The path leads nowhere, starting with the next request. You can make the redirect again.</p>
    </Question>
  )
}
