import type { Site } from '@stemma/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import { offers } from '../../../app/offers.ts'
import { useOperation } from '../../../app/operations.ts'
import { Cards } from '../../../kit/cards.tsx'
import { Notice } from '../../../kit/notice.tsx'
import { Question } from '../../../kit/question.tsx'
import { Switch } from '../../../kit/switch.tsx'
import { SiteScreen } from '../site-screen.tsx'
import { audienceOf, audiences, type InSite, useSiteWrite } from '../sites.ts'
import { ClaimsEditor } from './claims-editor.tsx'
import { VisitorKey } from './visitor-key.tsx'
import '../../../kit/form.css'
import './audience-screen.css'

const route = getRouteApi('/o/$organizationId/sites/$siteId/audience')

/** Who reads a site, how they prove it, and what is known about them. */
export function AudienceScreen() {
  const params = route.useParams()
  const site = useOperation('getSiteById', { params })
  const mayEdit = site.permissions.edit
  return (
    <SiteScreen params={params} title="Audience">
      {mayEdit ? (
        <div className="audience">
          <Visibility params={params} site={site} />
          {site.visibility === 'visitor-auth' && <VisitorKey params={params} site={site} />}
          <Adaptive params={params} site={site} />
        </div>
      ) : (
        <Notice icon={audienceOf(site).icon}>
          <p>{audienceOf(site).says}</p>
        </Notice>
      )}
    </SiteScreen>
  )
}

interface PartProps {
  readonly params: InSite
  readonly site: Site
}

function Visibility({ params, site }: PartProps) {
  const [wanted, setWanted] = useState<Site['visibility']>()
  const { mutate, error, isPending, reset } = useSiteWrite('updateSiteById')
  const close = () => {
    reset()
    setWanted(undefined)
  }
  return (
    <section className="form" aria-label="Who can read it">
      <Cards
        {...offers('updateSiteById', { ...params })}
        label="Who can read it"
        value={site.visibility}
        options={audiences}
        onChange={(id) => setWanted(id as Site['visibility'])}
      />
      {site.visibility === 'share-link' && (
        <p>
          <Link to="/o/$organizationId/sites/$siteId/links" params={params}>
            Make and revoke its share links
          </Link>
        </p>
      )}
      {wanted !== undefined && wanted !== site.visibility && (
        <Question
          title={`Change who can read “${site.title}”?`}
          action="Change"
          kind={isOpen(wanted) ? 'danger' : 'primary'}
          error={error}
          isPending={isPending}
          onConfirm={() =>
            mutate(
              { params, body: { visibility: wanted } },
              {
                onSuccess() {
                  announce(audienceOf({ visibility: wanted }).says)
                  close()
                },
              },
            )
          }
          onClose={close}
        >
          <p>
            {audienceOf({ visibility: wanted }).says}{' '}
            {site.published
              ? 'It counts from the next request on. You can change it back.'
              : 'It counts once the site is published.'}
          </p>
        </Question>
      )}
    </section>
  )
}

function isOpen(visibility: Site['visibility']): boolean {
  return visibility === 'public' || visibility === 'unlisted'
}

/** Parts that only some visitors see, by what is known about them. */
function Adaptive({ params, site }: PartProps) {
  const { mutate, error, isPending, variables } = useSiteWrite('updateSiteById')
  const { adaptiveContent = site.adaptiveContent } = (isPending && variables?.body) || {}
  const isOn = adaptiveContent?.enabled ?? false
  return (
    <section className="form audience-part" aria-labelledby="adaptive">
      <h2 id="adaptive">Parts for some visitors</h2>
      <p>
        A section, a space, a link in the header or a block of a page can have a condition on what is known
        about a visitor.{' '}
        <Link to="/o/$organizationId/sites/$siteId" params={params}>
          See the site as another visitor
        </Link>
      </p>
      <Switch
        {...offers('updateSiteById', { ...params })}
        label="Decide conditions. Without this, everything with a condition is hidden."
        isOn={isOn}
        onChange={(enabled) => mutate({ params, body: { adaptiveContent: { enabled } } })}
      />
      {error && <p role="alert">{adviceFor(error)}</p>}
      <ClaimsEditor params={params} />
    </section>
  )
}
