import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOperation } from '../../app/operations.ts'
import { Icon } from '../../kit/icon.tsx'
import { Screen } from '../../kit/screen.tsx'
import { PublishButton } from './publishing.tsx'
import { type InSite, shortUrl, stateOf } from './sites.ts'
import './site-screen.css'

interface SiteScreenProps {
  readonly params: InSite
  readonly title: string
  /** The step that most people take next on this screen. */
  readonly action?: ReactNode
  readonly isWhole?: boolean
  readonly children: ReactNode
}

/** The frame of every screen of a site: which one, whether it is online, and where. */
export function SiteScreen({ params, title, action, isWhole = false, children }: SiteScreenProps) {
  const site = useOperation('getSiteById', { params })
  const { words, tone } = stateOf(site)
  const address = site.urls.published
  const crumbs = (
    <nav className="crumbs" aria-label="Breadcrumbs">
      <Link className="site-crumb" to="/o/$organizationId/sites" params={params}>
        Sites
      </Link>
      <Link to="/o/$organizationId/sites/$siteId" params={params}>
        {site.title}
      </Link>
      <span />
    </nav>
  )
  const actions = (
    <>
      <span className={`badge tone-${tone}`}>{words}</span>
      {address && (
        <a className="site-address" href={address} target="_blank" rel="noreferrer">
          <span className="cut">{shortUrl(address)}</span>
          <Icon name="arrow-square-out" />
          <span className="hidden-text"> (opens in a new window)</span>
        </a>
      )}
      <PublishButton organizationId={params.organizationId} site={site} isPrimary={action === undefined} />
      {action}
    </>
  )
  return (
    <Screen title={title} crumbs={crumbs} actions={actions} isWhole={isWhole}>
      {children}
    </Screen>
  )
}
