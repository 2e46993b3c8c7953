import { ApiFailure } from '@stemma/client'
import { useState } from 'react'
import { Button, Form, Heading } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import { Field } from '../../../kit/field.tsx'
import { FormDialog, FormEnd } from '../../../kit/form-dialog.tsx'
import { type InSite, useSiteWrite } from '../sites.ts'

interface ImportRedirectsProps {
  readonly params: InSite
  readonly onClose: () => void
}

const example = 'source,destination\n/old/path,/guides/install\n/blog/*,https://example.com/blog'

/** Many redirects at once, from a spreadsheet. One wrong line keeps all of them out, and is named. */
export function ImportRedirects({ params, onClose }: ImportRedirectsProps) {
  const [csv, setCsv] = useState('')
  const { mutate, error, isPending } = useSiteWrite('importSiteRedirects')
  const done = ({ created, updated }: { readonly created: number; readonly updated: number }) => {
    announce(`${created} redirects created, ${updated} replaced`)
    onClose()
  }
  return (
    <FormDialog isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) mutate({ params, body: { csv } }, { onSuccess: done })
        }}
      >
        <Heading slot="title">Import redirects</Heading>
        <p>
          The first line names the columns: <code>source</code> and <code>destination</code>, and maybe{' '}
          <code>permanent</code> and <code>captureWildcard</code>. A path that has a redirect gets the new
          one.
        </p>
        <label>
          CSV file{' '}
          <input
            type="file"
            accept=".csv,text/csv"
            onChange={async ({ target }) => setCsv((await target.files?.[0]?.text()) ?? '')}
          />
        </label>
        <Field label="Or paste it" value={csv} onChange={setCsv} rows={6} placeholder={example} isRequired />
        {error && (
          <div role="alert">
            <p>{adviceFor(error)}</p>
            <ul>
              {detailsOf(error).map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </div>
        )}
        <FormEnd>
          <Button className="button" data-kind="primary" type="submit" data-pending={isPending || undefined}>
            Import
          </Button>
        </FormEnd>
      </Form>
    </FormDialog>
  )
}

const detailsMax = 20

/** The lines that are wrong. */
function detailsOf(error: Error): readonly string[] {
  const details = error instanceof ApiFailure ? error.details : undefined
  if (!Array.isArray(details)) return []
  return details.slice(0, detailsMax).map((one: { readonly message?: string }) => one.message ?? '')
}
