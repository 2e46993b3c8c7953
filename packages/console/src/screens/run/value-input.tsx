import { Choice } from '../../kit/choice.tsx'
import { Field } from '../../kit/field.tsx'
import { escaped, isSet, itemsIn, partsIn, startOf, textIn, wayIn, wayOf } from './draft.ts'
import { AddButton, FieldName, Folded, Group, RemoveButton } from './group.tsx'
import { TypedInput, ValueChecks, ValueChoice, type ValueInputProps } from './leaf-inputs.tsx'
import type { Part, Shape } from './shape.ts'

/** The field for one value, or the fields of its parts. */
export function ValueInput(props: ValueInputProps) {
  const { shape, label, pointer, draft, isRequired, onChange } = props
  if (shape.kind === 'fixed') return null
  const field = fieldFor(props)
  if (!shape.isNullable) return field
  const isNull = draft === null
  return (
    <div className="nullable">
      {field}
      <label className="check">
        <input
          type="checkbox"
          name={`${pointer}#null`}
          checked={isNull}
          onChange={({ target }) => onChange(target.checked ? null : undefined)}
        />
        <span>
          {label}: no value{isRequired ? '' : ', which removes what is stored'}
        </span>
      </label>
    </div>
  )
}

function fieldFor(props: ValueInputProps) {
  const { shape } = props
  if (shape.kind === 'choice') return <ValueChoice {...props} options={shape.options} />
  if (shape.kind === 'checks') return <ValueChecks {...props} options={shape.options} />
  if (shape.kind === 'object') return <ObjectInput {...props} parts={shape.parts} />
  if (shape.kind === 'list') return <ListInput {...props} item={shape.item} />
  if (shape.kind === 'map') return <MapInput {...props} item={shape.item} />
  if (shape.kind === 'union') return <UnionInput {...props} shape={shape} />
  return <TypedInput {...props} />
}

interface PartsProps extends ValueInputProps {
  readonly parts: readonly Part[]
}

/** The fields of an object, in a box with its name. One that may be left out is closed at first. */
function ObjectInput(props: PartsProps) {
  const { shape, label, pointer, draft, isRequired } = props
  const about = shape.schema.description
  const fields = <Parts {...props} />
  if (isRequired)
    return (
      <Group label={label} pointer={pointer} about={about}>
        {fields}
      </Group>
    )
  return (
    <Folded
      label={<FieldName label={label} isRequired={false} />}
      pointer={pointer}
      about={about}
      isOpenAtFirst={isSet(draft)}
    >
      {fields}
    </Folded>
  )
}

/** The fields of an object alone. */
export function Parts({ parts, pointer, draft, onChange }: PartsProps) {
  const values = partsIn(draft)
  return parts.map((part) => (
    <ValueInput
      key={part.name}
      {...part}
      pointer={`${pointer}/${escaped(part.name)}`}
      draft={values[part.name]}
      onChange={(next) => onChange({ ...values, [part.name]: next })}
    />
  ))
}

interface ItemsProps extends ValueInputProps {
  readonly item: Shape
}

/** Any number of values, one below the other. */
function ListInput({ item, shape, label, name, pointer, draft, isRequired, onChange }: ItemsProps) {
  const items = itemsIn(draft)
  const about = shape.schema.description
  return (
    <Group label={<FieldName label={label} isRequired={isRequired} />} pointer={pointer} about={about}>
      {items.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the position is what tells values apart.
        <div className="group-item" key={index}>
          <ValueInput
            shape={item}
            label={`${label} ${index + 1}`}
            name={name}
            pointer={`${pointer}/${index}`}
            draft={one}
            isRequired
            onChange={(next) => onChange(items.with(index, next))}
          />
          <RemoveButton
            label={`Remove ${label} ${index + 1}`}
            onPress={() => onChange(items.toSpliced(index, 1))}
          />
        </div>
      ))}
      <AddButton label={label} onPress={() => onChange([...items, startOf(item, true)])} />
    </Group>
  )
}

/** Any number of values, each with a name that people choose. */
function MapInput({ item, shape, label, pointer, draft, isRequired, onChange }: ItemsProps) {
  const entries = itemsIn(draft).map(partsIn)
  const about = shape.schema.description
  return (
    <Group label={<FieldName label={label} isRequired={isRequired} />} pointer={pointer} about={about}>
      {entries.map((entry, index) => {
        const key = textIn(entry.key)
        const put = (next: object) => onChange(entries.with(index, { ...entry, ...next }))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while it is typed.
          <div className="group-item" key={index}>
            <Field
              name={`${pointer}/${index}/key`}
              label={`Name ${index + 1}`}
              isRequired
              value={key}
              onChange={(next) => put({ key: next })}
            />
            <ValueInput
              shape={item}
              label={`Value ${index + 1}`}
              name="value"
              pointer={`${pointer}/${escaped(key)}`}
              draft={entry.value}
              isRequired
              onChange={(value) => put({ value })}
            />
            <RemoveButton
              label={`Remove ${label} ${index + 1}`}
              onPress={() => onChange(entries.toSpliced(index, 1))}
            />
          </div>
        )
      })}
      <AddButton
        label={label}
        onPress={() => onChange([...entries, { key: '', value: startOf(item, true) }])}
      />
    </Group>
  )
}

interface UnionInputProps extends ValueInputProps {
  readonly shape: Extract<Shape, { readonly kind: 'union' }>
}

const leftOut = 'left-out'

/** A value that has one of several forms: first which, then its fields. */
function UnionInput({ shape, label, name, pointer, draft, isRequired, onChange }: UnionInputProps) {
  const at = wayIn(draft)
  const way = at === undefined ? undefined : shape.ways[at]
  const ways = shape.ways.map((one, index) => ({ id: String(index), name: one.name }))
  const about = shape.schema.description
  return (
    <Group label={<FieldName label={label} isRequired={isRequired} />} pointer={pointer} about={about}>
      <Choice
        name={`${pointer}#way`}
        label="Kind"
        value={at === undefined ? leftOut : String(at)}
        options={isRequired ? ways : [{ id: leftOut, name: 'Leave out' }, ...ways]}
        onChange={(id) => onChange(id === leftOut ? undefined : wayOf(shape, Number(id)))}
      />
      {way !== undefined && (
        <WayInput
          shape={way.shape}
          label={label}
          name={name}
          pointer={pointer}
          draft={partsIn(draft).value}
          isRequired
          onChange={(value) => onChange({ way: String(at), value })}
        />
      )}
    </Group>
  )
}

/** The box of the union is box enough for the fields of an object. */
function WayInput(props: ValueInputProps) {
  const { shape } = props
  return shape.kind === 'object' ? <Parts {...props} parts={shape.parts} /> : <ValueInput {...props} />
}
