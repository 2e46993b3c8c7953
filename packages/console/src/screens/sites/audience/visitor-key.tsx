import type { Site } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Form } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import { offers } from '../../../app/offers.ts'
import { toQuery } from '../../../app/operations.ts'
import { CopyButton } from '../../../kit/copy-button.tsx'
import { Field } from '../../../kit/field.tsx'
import { Question } from '../../../kit/question.tsx'
import { type InSite, useSiteWrite } from '../sites.ts'

interface VisitorKeyProps {
  readonly params: InSite
  readonly site: Site
}

/** How visitors sign in: where they are sent, and the key with which a service signs their tokens. */
export function VisitorKey({ params, site }: VisitorKeyProps) {
  const { data: auth } = useQuery(toQuery('getSitePublishingAuthById', { params }))
  const [isShown, setShown] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <section className="form audience-part" aria-labelledby="visitor-key">
      <h2 id="visitor-key">Sign-in of visitors</h2>
      <p>
        Your service signs a token (HS256) with this key and sends the visitor back with it as{' '}
        <code>jwt_token</code>. Whoever has the key can read the site.
      </p>
      {auth && (
        <>
          <Fallback key={auth.fallbackURL} params={params} saved={auth.fallbackURL ?? ''} />
          <div className="secret">
            <code>{isShown ? auth.privateKey : '•'.repeat(32)}</code>
            <Button className="button" onPress={() => setShown(!isShown)}>
              {isShown ? 'Hide the key' : 'Show the key'}
            </Button>
            <CopyButton text={auth.privateKey} label="Copy the key" />
            <Button
              className="button"
              {...offers('regenerateSitePublishingAuthById', { ...params })}
              onPress={() => setAsking(true)}
            >
              Replace the key
            </Button>
          </div>
        </>
      )}
      {isAsking && <Replace params={params} title={site.title} onClose={() => setAsking(false)} />}
    </section>
  )
}

interface FallbackProps {
  readonly params: InSite
  readonly saved: string
}

function Fallback({ params, saved }: FallbackProps) {
  const [url, setUrl] = useState(saved)
  const { mutate, error, isPending } = useSiteWrite('updateSitePublishingAuthById', 'Saved')
  return (
    <Form
      {...offers('updateSitePublishingAuthById', { ...params })}
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const body = { backend: 'custom', fallbackURL: url.trim() || null } as const
        if (!isPending) mutate({ params, body })
      }}
    >
      <Field
        label="Sign-in page"
        type="url"
        value={url}
        onChange={setUrl}
        placeholder="https://"
        note="Visitors without a valid token are sent there. Without one, they find nothing."
      />
      {error && <p role="alert">{adviceFor(error)}</p>}
      <Button
        className="button"
        type="submit"
        data-pending={isPending || undefined}
        isDisabled={url.trim() === saved}
      >
        Save sign-in page
      </Button>
    </Form>
  )
}

interface ReplaceProps {
  readonly params: InSite
  readonly title: string
  readonly onClose: () => void
}

function Replace({ params, title, onClose }: ReplaceProps) {
  const { mutate, error, isPending } = useSiteWrite('regenerateSitePublishingAuthById')
  return (
    <Question
      title={`Replace the key of “${title}”?`}
      action="Replace the key"
      error={error}
      isPending={isPending}
      onConfirm={() =>
        mutate(
          { params },
          {
            onSuccess() {
              announce('The key is replaced')
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>
        Tokens that were signed with the old key stop working with the next request: visitors sign in again,
        which works once your service has the new key. The old key can’t be restored.
      </p>
    </Question>
  )
}
