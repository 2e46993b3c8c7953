import type { Site } from '@stemma/contract'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { offers } from '../../app/offers.ts'
import { Question } from '../../kit/question.tsx'
import { audienceOf, shortUrl, useSiteWrite } from './sites.ts'

interface PublishButtonProps {
  readonly organizationId: string
  readonly site: Site
  /** The one thing that most people do next. */
  readonly isPrimary?: boolean
}

/** Publishes a site, or takes it offline, and says who will notice. */
export function PublishButton({ organizationId, site, isPrimary = false }: PublishButtonProps) {
  const [isAsking, setAsking] = useState(false)
  if (!site.permissions.edit) return null
  if (!site.published && site.siteSpaces === 0)
    return <small className="count">Add a space to publish it</small>
  const words = site.published ? 'Unpublish' : 'Publish'
  return (
    <>
      <Button
        {...offers(site.published ? 'unpublishSite' : 'publishSite', { organizationId, siteId: site.id })}
        className="button"
        data-kind={isPrimary && !site.published ? 'primary' : undefined}
        aria-label={`${words} ${site.title}`}
        onPress={() => setAsking(true)}
      >
        {words}
      </Button>
      {isAsking && (
        <PublishQuestion organizationId={organizationId} site={site} onClose={() => setAsking(false)} />
      )}
    </>
  )
}

interface PublishQuestionProps {
  readonly organizationId: string
  readonly site: Site
  readonly onClose: () => void
}

function PublishQuestion({ organizationId, site, onClose }: PublishQuestionProps) {
  const { title, published } = site
  const { mutate, error, isPending } = useSiteWrite(published ? 'unpublishSite' : 'publishSite')
  const confirm = () =>
    mutate(
      { params: { organizationId, siteId: site.id } },
      {
        onSuccess() {
          announce(published ? `${title} is no longer published` : `${title} is published`)
          onClose()
        },
      },
    )
  return (
    <Question
      title={published ? `Unpublish “${title}”?` : `Publish “${title}”?`}
      action={published ? 'Unpublish' : 'Publish'}
      kind={published ? 'danger' : 'primary'}
      error={error}
      isPending={isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {published ? (
        <p>
          Visitors of {shortUrl(site.urls.published ?? '')} find nothing there, starting with the next
          request. Nothing is deleted: you can publish it again.
        </p>
      ) : (
        <p>{audienceOf(site).says} Its pages are the ones that are merged now, and follow every merge.</p>
      )}
    </Question>
  )
}
