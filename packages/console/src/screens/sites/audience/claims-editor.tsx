import type { SiteAdaptiveSchema } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Form } from 'react-aria-components'
import { adviceFor } from '../../../app/failures.tsx'
import { offers } from '../../../app/offers.ts'
import { toQuery } from '../../../app/operations.ts'
import { Choice } from '../../../kit/choice.tsx'
import { Field } from '../../../kit/field.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { Switch } from '../../../kit/switch.tsx'
import { type InSite, useSiteWrite } from '../sites.ts'
import { type Declared, declaredIn, schemaWith } from './declared.ts'

/** The claims about visitors that conditions can test. */
export function ClaimsEditor({ params }: { readonly params: InSite }) {
  const { data } = useQuery(toQuery('getSiteAdaptiveSchema', { params }))
  return data && <Editor key={data.updatedAt} params={params} schema={data.jsonSchema} />
}

interface EditorProps {
  readonly params: InSite
  readonly schema: SiteAdaptiveSchema['jsonSchema']
}

const fresh: Declared = { name: '', kind: 'values', values: 'free, paid', description: '', isSigned: true }

function Editor({ params, schema }: EditorProps) {
  const { known, others } = declaredIn(schema)
  const [claims, setClaims] = useState(known)
  const { mutate, error, isPending } = useSiteWrite('updateSiteAdaptiveSchema', 'Saved')
  const isChanged = JSON.stringify(claims) !== JSON.stringify(known)
  return (
    <Form
      {...offers('updateSiteAdaptiveSchema', { ...params })}
      className="form"
      aria-label="What is known about visitors"
      onSubmit={(event) => {
        event.preventDefault()
        const jsonSchema = schemaWith(schema, claims)
        if (!isPending) mutate({ params, body: { jsonSchema } })
      }}
    >
      <h3>What is known about visitors</h3>
      {claims.length === 0 && <p>Nothing yet. Declare a claim, then give a section a condition on it.</p>}
      <ul className="claims">
        {claims.map((claim, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: claims have no other identity while they are typed.
          <li key={at}>
            <ClaimFields
              claim={claim}
              onChange={(changed) => setClaims(claims.with(at, changed))}
              onRemove={() => setClaims(claims.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
      {others > 0 && <p>{others} more are nested or lists: only the API changes them.</p>}
      {error && <p role="alert">{adviceFor(error)}</p>}
      <div className="claims-end">
        <Button className="button" onPress={() => setClaims([...claims, fresh])}>
          <Icon name="plus" />
          Add a claim
        </Button>
        <Button
          className="button"
          data-kind="primary"
          type="submit"
          data-pending={isPending || undefined}
          isDisabled={!isChanged}
        >
          Save claims
        </Button>
      </div>
    </Form>
  )
}

const kinds = [
  { id: 'values', name: 'One of these' },
  { id: 'boolean', name: 'Yes or no' },
  { id: 'string', name: 'Any text' },
  { id: 'number', name: 'A number' },
]

interface ClaimFieldsProps {
  readonly claim: Declared
  readonly onChange: (claim: Declared) => void
  readonly onRemove: () => void
}

function ClaimFields({ claim, onChange, onRemove }: ClaimFieldsProps) {
  const { name, kind, values, description, isSigned } = claim
  return (
    <>
      <Field
        label="Name"
        value={name}
        isRequired
        maxLength={128}
        onChange={(words) => onChange({ ...claim, name: words })}
      />
      <Field
        label="Meaning"
        value={description}
        maxLength={512}
        onChange={(words) => onChange({ ...claim, description: words })}
      />
      <Choice
        label="Value"
        value={kind}
        options={kinds}
        onChange={(id) => onChange({ ...claim, kind: id as Declared['kind'] })}
      />
      <Switch
        label="Signed"
        isOn={isSigned}
        onChange={(isNowSigned) => onChange({ ...claim, isSigned: isNowSigned })}
      />
      <Button
        className="button"
        data-kind="quiet"
        aria-label={`Remove ${name || 'this claim'}`}
        onPress={onRemove}
      >
        Remove
      </Button>
      {kind === 'values' && (
        <div className="claims-wide">
          <Field
            label="Values, with commas between them"
            value={values}
            isRequired
            onChange={(words) => onChange({ ...claim, values: words })}
          />
        </div>
      )}
    </>
  )
}
