import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, FieldError, Form, Input, Label, TextField } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { Cards } from '../../kit/cards.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Screen } from '../../kit/screen.tsx'
import { sources } from '../imports/sources.ts'
import { useCreateSpace } from './create-space.ts'
import { TemplatePreview } from './template-preview.tsx'
import { templates } from './templates/index.ts'
import '../../kit/form.css'
import './new-space.css'

interface NewSpaceProps {
  readonly organizationId: string
  readonly title: string
}

const empty = 'empty'
const choices = [
  ...templates,
  { id: empty, name: 'Empty space', note: 'Without pages', icon: 'plus', title: '' } as const,
]

/** A space from a template, an empty one, or one for pages that exist elsewhere. */
export function NewSpace({ organizationId, title }: NewSpaceProps) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string>(templates[0].id)
  // Until somebody types, the name follows the template.
  const [typed, setTyped] = useState<string>()
  const { mutate, error, isPending } = useCreateSpace(organizationId)
  const template = templates.find(({ id }) => id === chosen)
  const name = typed ?? template?.title ?? ''
  return (
    <Screen title={title} aside={<TemplatePreview template={template} />}>
      <p className="new-space-lead">
        A space holds the pages of one subject. Start from a template and change everything later, or bring
        the pages that you already have.
      </p>
      <Form
        {...offers('createSpace', { organizationId })}
        className="form new-space"
        onSubmit={(event) => {
          event.preventDefault()
          if (isPending) return
          announce('Creating…')
          const onSuccess = (spaceId: string) =>
            navigate({ to: '/o/$organizationId/s/$spaceId', params: { organizationId, spaceId } })
          mutate({ title: name, template }, { onSuccess })
        }}
      >
        <Cards label="Start from" value={chosen} options={choices} onChange={setChosen} />
        <TextField value={name} onChange={setTyped} isRequired maxLength={50}>
          <Label>Name of the space</Label>
          <Input />
          <FieldError />
        </TextField>
        {error && <p role="alert">The space isn’t complete yet. {adviceFor(error)}</p>}
        <Button className="button" data-kind="primary" type="submit">
          {isPending ? 'Creating…' : error ? 'Try again' : 'Create space'}
        </Button>
      </Form>
      <BringPages organizationId={organizationId} />
    </Screen>
  )
}

function BringPages({ organizationId }: { readonly organizationId: string }) {
  return (
    <section className="new-space-import" aria-labelledby="bring-pages">
      <h2 id="bring-pages">Or bring your pages</h2>
      <ul>
        {sources.map(({ id, name, note, icon }) => (
          <li key={id}>
            <Link to="/o/$organizationId/imports" params={{ organizationId }} search={{ source: id }}>
              <Icon name={icon} />
              <b>{name}</b>
              <small>{note}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
