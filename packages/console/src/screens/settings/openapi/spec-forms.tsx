import type { OpenAPISpec } from '@stemma/contract'
import { type FormEvent, useState } from 'react'
import { Button, Form, Heading } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import type { InputOf } from '../../../app/operations.ts'
import { useWrite } from '../../../app/operations.ts'
import { Field } from '../../../kit/field.tsx'
import { FileField } from '../../../kit/file-field.tsx'
import { FormDialog, FormEnd } from '../../../kit/form-dialog.tsx'
import { Segments } from '../../../kit/segments.tsx'
import type { SpecKey } from './specs.ts'

type Source = InputOf<'createOpenAPISpec'>['body']['source']

interface NewSpecProps {
  readonly organizationId: string
  /** With the spec, if one was made. */
  readonly onClose: (created?: OpenAPISpec) => void
}

export function NewSpec({ organizationId, onClose }: NewSpecProps) {
  const write = useWrite('createOpenAPISpec')
  const create = (source: Source, fields: FormData) => {
    const slug = String(fields.get('slug'))
    write.mutate({ params: { organizationId }, body: { slug, source } }, { onSuccess: onClose })
  }
  return (
    <SourceDialog heading="Add a spec" action="Add spec" write={write} onSource={create} onClose={onClose}>
      <Field
        label="Name"
        name="slug"
        isRequired
        maxLength={100}
        pattern="[a-z0-9]+(-[a-z0-9]+)*"
        autoFocus
        placeholder="payments-api"
        note="Small letters, digits and hyphens. Pages name the spec by it, so it can’t be changed later."
      />
    </SourceDialog>
  )
}

interface ReplaceSourceProps {
  readonly params: SpecKey
  readonly sourceURL: string | undefined
  readonly onClose: () => void
}

/** Another document for a spec that exists: its next version. */
export function ReplaceSource({ params, sourceURL, onClose }: ReplaceSourceProps) {
  const write = useWrite('createOrUpdateOpenAPISpecBySlug')
  const onSuccess = () => {
    announce('The new document is being processed')
    onClose()
  }
  return (
    <SourceDialog
      heading="Replace the document"
      action="Replace"
      write={write}
      {...(sourceURL !== undefined && { sourceURL })}
      onSource={(source) => write.mutate({ params, body: { source } }, { onSuccess })}
      onClose={onClose}
    />
  )
}

interface SourceDialogProps {
  readonly heading: string
  readonly action: string
  readonly write: { readonly error: Error | null; readonly isPending: boolean }
  /** The URL that the document has come from until now. */
  readonly sourceURL?: string
  readonly onSource: (source: Source, fields: FormData) => void
  readonly onClose: () => void
  readonly children?: React.ReactNode
}

/** Where a document comes from: a URL that is fetched, or a file. */
function SourceDialog({ heading, action, write, sourceURL, onSource, onClose, children }: SourceDialogProps) {
  const [from, setFrom] = useState<'url' | 'file'>('url')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (write.isPending) return
    const fields = new FormData(event.currentTarget)
    const file = fields.get('file')
    if (file instanceof File) onSource({ text: await file.text() }, fields)
    else onSource({ url: String(fields.get('url')).trim() }, fields)
  }
  return (
    <FormDialog isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <Form className="form" onSubmit={submit}>
        <Heading slot="title">{heading}</Heading>
        {children}
        <Segments
          label="Where the document comes from"
          value={from}
          options={[
            { name: 'url', words: 'From a URL' },
            { name: 'file', words: 'From a file' },
          ]}
          onChange={setFrom}
        />
        {from === 'url' ? (
          <Field
            label="URL"
            name="url"
            type="url"
            isRequired
            maxLength={2048}
            {...(sourceURL !== undefined && { defaultValue: sourceURL })}
            placeholder="https://api.example.com/openapi.yaml"
            note="The server fetches it once now, and again whenever you ask for it."
          />
        ) : (
          <FileField label="OpenAPI document, in YAML or JSON" name="file" accept=".yaml,.yml,.json" />
        )}
        {write.error && <p role="alert">{adviceFor(write.error)}</p>}
        <FormEnd>
          <Button className="button" data-kind="primary" type="submit" isPending={write.isPending}>
            {action}
          </Button>
        </FormEnd>
      </Form>
    </FormDialog>
  )
}
