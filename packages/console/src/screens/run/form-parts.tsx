import { Switch } from '../../kit/switch.tsx'
import { type Draft, partsIn } from './draft.ts'
import type { ObjectShape } from './form.ts'
import { Folded } from './group.tsx'
import type { Part } from './shape.ts'
import { Parts, ValueInput } from './value-input.tsx'

interface FormPartsProps {
  readonly shape: ObjectShape
  readonly draft: Draft
  /** Whether the body is written as JSON. */
  readonly isRaw: boolean
  readonly onChange: (draft: Draft) => void
  readonly onRaw: (isRaw: boolean) => void
}

/** The path, the body and the query of a request, one below the other. */
export function FormParts({ shape, draft, isRaw, onChange, onRaw }: FormPartsProps) {
  const values = partsIn(draft)
  const parts = shape.parts.map(withoutOrganization).filter(hasFields)
  if (parts.length === 0) return <p>It takes nothing: you can run it as it is.</p>
  return parts.map((part) => {
    const put = (next: Draft) => onChange({ ...values, [part.name]: next })
    const isFolded = part.name === 'query' && parts.length > 1
    const fields = <PartInput key={part.name} part={part} draft={values[part.name]} onChange={put} />
    if (isFolded)
      return (
        <Folded key={part.name} label={part.label} pointer={`/${part.name}`} isOpenAtFirst={false}>
          {fields}
        </Folded>
      )
    if (part.name !== 'body' || part.shape.kind === 'text') return fields
    return [fields, <Switch key="raw" label="Write the body as JSON" isOn={isRaw} onChange={onRaw} />]
  })
}

interface PartInputProps {
  readonly part: Part
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

/** The fields of an object stand in the form itself. */
function PartInput({ part, ...props }: PartInputProps) {
  const pointer = `/${part.name}`
  if (part.shape.kind === 'object')
    return <Parts {...part} {...props} pointer={pointer} parts={part.shape.parts} />
  return <ValueInput {...part} {...props} pointer={pointer} />
}

/** The organization is the one whose screen this is. */
function withoutOrganization(part: Part): Part {
  const { shape } = part
  if (part.name !== 'params' || shape.kind !== 'object') return part
  return { ...part, shape: { ...shape, parts: shape.parts.filter(({ name }) => name !== 'organizationId') } }
}

function hasFields({ shape }: Part): boolean {
  return shape.kind !== 'object' || shape.parts.length > 0
}
