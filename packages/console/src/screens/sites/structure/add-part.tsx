import { useState } from 'react'
import { Button, Form, Heading } from 'react-aria-components'
import { api } from '../../../app/client.ts'
import { adviceFor } from '../../../app/failures.tsx'
import { useEverySpace } from '../../../app/spaces.ts'
import { Choice } from '../../../kit/choice.tsx'
import { Field } from '../../../kit/field.tsx'
import { FormDialog, FormEnd } from '../../../kit/form-dialog.tsx'
import type { PartWrite, PartWrites } from './part-writes.ts'
import type { Part } from './parts.ts'

/** What is added: a section, a space beside others, or a group around sections. */
export type Added =
  | { readonly what: 'section' }
  | { readonly what: 'space'; readonly section?: Part }
  | { readonly what: 'group' }

interface AddPartProps {
  readonly added: Added
  readonly organizationId: string
  readonly writes: PartWrites
  readonly onClose: () => void
}

export function AddPart({ added, organizationId, writes, onClose }: AddPartProps) {
  const { items } = useEverySpace({ organizationId })
  const spaces = items.map(({ id, title }) => ({ id, name: title || 'Untitled space' }))
  const [spaceId, setSpaceId] = useState(spaces[0]?.id ?? '')
  const [title, setTitle] = useState('')
  const { heading, action, note } = wordsOf(added)
  const close = () => {
    writes.forgetError()
    onClose()
  }
  return (
    <FormDialog isOpen onOpenChange={(isOpen) => isOpen || close()}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          const name = spaces.find(({ id }) => id === spaceId)?.name ?? ''
          if (!writes.isPending) writes.write(adding(added, { spaceId, name, title: title.trim() }), close)
        }}
      >
        <Heading slot="title">{heading}</Heading>
        <p>{note}</p>
        {added.what !== 'group' && (
          <Choice label="Space" value={spaceId} options={spaces} onChange={setSpaceId} />
        )}
        {added.what !== 'space' && (
          <Field
            label="Title"
            value={title}
            onChange={setTitle}
            isRequired={added.what === 'group'}
            maxLength={100}
            {...(added.what === 'section' && { note: 'Without one, it is called like the space.' })}
          />
        )}
        {writes.error && <p role="alert">{adviceFor(writes.error)}</p>}
        <FormEnd>
          <Button
            className="button"
            data-kind="primary"
            type="submit"
            data-pending={writes.isPending || undefined}
          >
            {action}
          </Button>
        </FormEnd>
      </Form>
    </FormDialog>
  )
}

function wordsOf(added: Added) {
  if (added.what === 'group')
    return {
      heading: 'Add a group',
      action: 'Add group',
      note: 'A heading with a menu of sections. Drag sections into it, or move them in with Alt and →.',
    }
  if (added.what === 'section')
    return {
      heading: 'Add a section',
      action: 'Add section',
      note: 'A tab with a path of its own. If there is none yet, the spaces of the site become the first.',
    }
  return {
    heading: added.section ? `Add a space to “${added.section.title}”` : 'Add a space',
    action: 'Add space',
    note: 'Spaces at one place are variants of each other, such as versions or languages: readers switch.',
  }
}

interface Typed {
  readonly spaceId: string
  readonly name: string
  readonly title: string
}

function adding(added: Added, { spaceId, name, title }: Typed): PartWrite {
  if (added.what === 'group')
    return {
      send: (params) => api.addSectionGroupToSite({ params, body: { title } }),
      says: `${title} added`,
    }
  if (added.what === 'section')
    return {
      send: (params) => api.addSectionToSite({ params, body: { spaceId, ...(title && { title }) } }),
      says: `${title || name} added`,
    }
  const { section } = added
  return {
    send: (params) =>
      api.addSpaceToSite({ params, body: { spaceId, ...(section && { sectionId: section.id }) } }),
    says: `${name} added`,
  }
}
