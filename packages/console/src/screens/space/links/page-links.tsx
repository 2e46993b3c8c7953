import type { ContentLocation, LinkRecord } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { safeHref } from '../../../kit/document/references.ts'
import { Icon } from '../../../kit/icon.tsx'
import { backlinksOf, linksOf } from '../contents.ts'
import { searchOf, splatOf, type Version } from '../place.ts'
import './page-links.css'

interface PageLinksProps {
  readonly spaceId: string
  readonly version: Version
  readonly pageId: string
}

/** Which pages link here, and where this page links to. Only current content and change requests know it. */
export function PageLinks(props: PageLinksProps) {
  return props.version.kind === 'revision' ? null : <CurrentLinks {...props} />
}

function CurrentLinks({ spaceId, version, pageId }: PageLinksProps) {
  const asked = { throwOnError: false, retry: false } as const
  const { data: links } = useQuery({ ...linksOf(spaceId, version, pageId), ...asked })
  const { data: backlinks } = useQuery({ ...backlinksOf(spaceId, version, pageId), ...asked })
  // Who may not read the links of a change request sees nothing that is empty without a reason.
  if (links === undefined || backlinks === undefined) return null
  const here: Here = { spaceId, version }
  const places = backlinks.items.flatMap((place) => (place.kind === 'page' ? [place] : []))
  const pages = [...new Map(places.map((place) => [place.page.id, place])).values()]
  const targets = links.items.filter(({ relation }) => relation === 'reference')
  return (
    <>
      <Linked title="Linked from" empty="No page links here." isMore={backlinks.next !== undefined}>
        {pages.map((place) => (
          <li key={place.page.id}>
            <PageAt place={place} here={here} />
          </li>
        ))}
      </Linked>
      <Linked title="Links to" empty="This page has no links." isMore={links.next !== undefined}>
        {targets.map((record) => (
          <li key={record.destination}>
            <Target record={record} here={here} />
          </li>
        ))}
      </Linked>
    </>
  )
}

interface LinkedProps {
  readonly title: string
  readonly empty: string
  readonly isMore: boolean
  readonly children: readonly ReactNode[]
}

function Linked({ title, empty, isMore, children }: LinkedProps) {
  return (
    <section className="page-links" aria-label={title}>
      <h2>{title}</h2>
      {children.length === 0 ? <p>{empty}</p> : <ul>{children}</ul>}
      {isMore && <p>There are more.</p>}
    </section>
  )
}

export interface Here {
  readonly spaceId: string
  readonly version: Version
}

export type PagePlace = Extract<ContentLocation, { readonly kind: 'page' }>

/** In the same space, links stay in the same change request. */
export function PageAt({ place, here }: { readonly place: PagePlace; readonly here: Here }) {
  const { page, space, organization } = place
  const isHere = space.id === here.spaceId
  const path = 'path' in page ? page.path : ''
  const version: Version = isHere ? here.version : { kind: 'current' }
  return (
    <Link
      to="/o/$organizationId/s/$spaceId/$"
      params={{ organizationId: organization.id, spaceId: space.id, _splat: splatOf({ version, path }) }}
    >
      <Icon name="file-text" />
      <span>
        {page.title}
        {!isHere && <small> {space.title}</small>}
      </span>
    </Link>
  )
}

type FilePlace = Extract<ContentLocation, { readonly kind: 'file' }>

/** A file is opened where its facts and its other uses are. */
function FileAt({ place, here }: { readonly place: FilePlace; readonly here: Here }) {
  const { file, space, organization } = place
  const version = space.id === here.spaceId ? searchOf(here.version) : {}
  return (
    <Link
      to="/o/$organizationId/s/$spaceId/~/files"
      params={{ organizationId: organization.id, spaceId: space.id }}
      search={{ ...version, file: file.id }}
    >
      <Icon name="paperclip" />
      <span>{file.name}</span>
    </Link>
  )
}

function Target({ record, here }: { readonly record: LinkRecord; readonly here: Here }) {
  const { status, destination, targetReference: target } = record
  if (target?.kind === 'page') return <PageAt place={target} here={here} />
  if (target?.kind === 'file') return <FileAt place={target} here={here} />
  if (target?.kind === 'user')
    return (
      <span>
        <Icon name="user" />
        <span dir="auto">{target.user.displayName}</span>
      </span>
    )
  if (status === 'broken')
    return (
      <span className="tone-danger">
        <Icon name="warning" />
        <span>
          {destination} <small>leads nowhere</small>
        </span>
      </span>
    )
  const href = /^https?:/i.test(destination) ? safeHref(destination) : undefined
  if (href === undefined)
    return (
      <span>
        <Icon name="link-simple" />
        <span>{destination}</span>
      </span>
    )
  return (
    <a href={href} rel="noreferrer" target="_blank">
      <Icon name="arrow-square-out" />
      <span>{href.replace(/^https?:\/\//i, '')}</span>
    </a>
  )
}
