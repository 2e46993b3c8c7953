import type { ImportSource, Space } from '@stemma/contract'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button, FieldError, Form, Input, Label, TextField } from 'react-aria-components'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { Cards } from '../../kit/cards.tsx'
import { Choice } from '../../kit/choice.tsx'
import { FileField } from '../../kit/file-field.tsx'
import { type Source, sourceNamed, sources } from './sources.ts'
import { useStartImport } from './start-import.ts'
import '../../kit/form.css'
import './import-form.css'

const route = getRouteApi('/o/$organizationId/imports')

const newSpace = 'new'

interface ImportFormProps {
  readonly organizationId: string
  /** Those that the person may change. */
  readonly spaces: readonly Space[]
  readonly mayCreate: boolean
}

/** Where the pages are, and the space they go into. */
export function ImportForm({ organizationId, spaces, mayCreate }: ImportFormProps) {
  const { source: named, space: wanted } = route.useSearch()
  const navigate = route.useNavigate()
  const source = sourceNamed(named)
  const { mutate, error, isPending, step } = useStartImport(organizationId)
  const first = mayCreate ? newSpace : (spaces[0]?.id ?? newSpace)
  const [spaceId, setSpaceId] = useState(spaces.some(({ id }) => id === wanted) ? (wanted ?? first) : first)
  const [wantedKind, setKind] = useState<ImportSource>()
  const kind = source.kinds.find((one) => one.source === wantedKind)?.source ?? source.kinds[0].source
  const targets = [
    ...(mayCreate ? [{ id: newSpace, name: 'A new space' }] : []),
    ...spaces.map(({ id, title }) => ({ id, name: title || 'Untitled space' })),
  ]
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '').trim()
    const files = data.getAll('files').filter((one) => one instanceof File)
    const into = spaceId === newSpace ? { title: text('title') } : { spaceId }
    mutate(
      { source, kind, url: text('url'), files, into },
      {
        onSuccess: ({ id }) =>
          navigate({
            to: '/o/$organizationId/imports/$importRunId',
            params: { organizationId, importRunId: id },
          }),
      },
    )
  }
  return (
    <Form className="form import-form" {...offers('startImportRun', { organizationId })} onSubmit={submit}>
      <Cards
        label="Where are the pages?"
        value={source.id}
        options={sources}
        onChange={(id) => navigate({ search: (before) => ({ ...before, source: id }), replace: true })}
      />
      <SourceFields key={source.id} source={source} kind={kind} onKind={setKind} />
      <Choice label="Into" value={spaceId} options={targets} onChange={setSpaceId} />
      {spaceId === newSpace && (
        <TextField name="title" isRequired maxLength={50} defaultValue="Imported pages">
          <Label>Name of the new space</Label>
          <Input />
          <FieldError />
        </TextField>
      )}
      <p className="import-note">
        The pages arrive in a change request: nobody else sees them before somebody merges it.
      </p>
      {error && <p role="alert">{adviceFor(error)}</p>}
      <Button className="button" data-kind="primary" type="submit">
        {isPending ? step : 'Start the import'}
      </Button>
    </Form>
  )
}

interface SourceFieldsProps {
  readonly source: Source
  readonly kind: ImportSource
  readonly onKind: (kind: ImportSource) => void
}

function SourceFields({ source, kind, onKind }: SourceFieldsProps) {
  const { takes, advice, accept, example, kinds, name } = source
  return (
    <>
      <p className="import-note">{advice}</p>
      {takes === 'files' ? (
        <FileField
          label={name === 'Files' ? 'Files' : `Export of ${name}`}
          name="files"
          accept={accept}
          isMultiple
        />
      ) : (
        <TextField name="url" type="url" isRequired maxLength={2048}>
          <Label>Address</Label>
          <Input placeholder={example ?? ''} />
          <FieldError />
        </TextField>
      )}
      {takes === 'address' && kinds.length > 1 && (
        <Choice
          label="What it is"
          value={kind}
          options={kinds.map((one) => ({ id: one.source, name: one.name }))}
          onChange={(id) => onKind(id as ImportSource)}
        />
      )}
    </>
  )
}
