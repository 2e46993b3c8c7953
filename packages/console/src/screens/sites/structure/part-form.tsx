import { Button, Form } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import { useEverySpace } from '../../../app/spaces.ts'
import { Choice } from '../../../kit/choice.tsx'
import { Field } from '../../../kit/field.tsx'
import { ConditionField } from '../audience/condition-field.tsx'
import type { InSite } from '../sites.ts'
import { findPart, type Part } from './parts.ts'
import { offersSaving, useSavePart } from './save-part.ts'
import './part-form.css'

interface PartFormProps {
  readonly params: InSite
  readonly part: Part
  /** What stands before the path in a URL. */
  readonly base: string
}

/** The settings of one part. Nothing is sent before it is saved, and a refusal keeps what was typed. */
export function PartForm({ params, part, base }: PartFormProps) {
  const { save, error, isPending, values, set, isChanged } = useSavePart(params, part)
  return (
    <Form
      {...offersSaving(params, part)}
      className="form part-form"
      aria-label={`Settings of ${part.title}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) save(() => announce(`${values.title ?? part.title} saved`))
      }}
    >
      <h2>{part.title}</h2>
      {values.title !== undefined && (
        <Field
          label="Title"
          value={values.title}
          onChange={(title) => set({ title })}
          isRequired
          minLength={part.kind === 'site-section' ? 2 : 1}
          maxLength={part.kind === 'site-section' ? 128 : 100}
        />
      )}
      {values.description !== undefined && (
        <Field
          label="Description"
          value={values.description}
          onChange={(description) => set({ description })}
          maxLength={256}
        />
      )}
      {values.spaceId !== undefined && (
        <SpaceChoice
          organizationId={params.organizationId}
          value={values.spaceId}
          onChange={(spaceId) => set({ spaceId })}
        />
      )}
      {values.path !== undefined && (
        <Field
          label="Path"
          value={values.path}
          onChange={(path) => set({ path })}
          isRequired
          maxLength={100}
          note={part.isDefault ? `The default: also at ${base}/` : `${base}/${values.path}`}
        />
      )}
      {values.condition !== undefined && (
        <ConditionField
          params={params}
          value={values.condition}
          onChange={(condition) => set({ condition })}
        />
      )}
      {error && <p role="alert">{adviceFor(error)}</p>}
      <div className="part-form-end">
        <Button
          className="button"
          data-kind="primary"
          type="submit"
          data-pending={isPending || undefined}
          isDisabled={!isChanged}
        >
          Save
        </Button>
      </div>
    </Form>
  )
}

interface SpaceChoiceProps {
  readonly organizationId: string
  readonly value: string
  readonly onChange: (id: string) => void
}

/** Another space at the same place of the site. */
function SpaceChoice({ organizationId, value, onChange }: SpaceChoiceProps) {
  const { items } = useEverySpace({ organizationId })
  const options = items.map(({ id, title }) => ({ id, name: title || 'Untitled space' }))
  return <Choice label="Space" value={value} options={options} onChange={onChange} />
}

/** The first words of a URL of a part. */
export function baseOf(siteUrl: string, parts: readonly Part[], part: Part): string {
  const section =
    part.one.object === 'site-space' && part.one.section ? findPart(parts, part.one.section) : undefined
  return section === undefined || section.isDefault ? siteUrl : `${siteUrl}/${section.path}`
}
