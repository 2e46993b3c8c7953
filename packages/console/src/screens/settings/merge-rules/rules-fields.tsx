import type { User } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { toQuery } from '../../../app/operations.ts'
import { Checks } from '../../../kit/checks.tsx'
import { Field } from '../../../kit/field.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { ChoosePerson } from '../../people/choose-person.tsx'
import { Person } from '../../people/person.tsx'
import { type PeopleKind, peopleRules, plainRules, type Rules } from './rules.ts'
import './rules-fields.css'

interface RulesFieldsProps {
  readonly organizationId: string
  readonly rules: Rules
  readonly onChange: (rules: Rules) => void
}

/** What must be true of a change request before it is merged. */
export function RulesFields({ organizationId, rules, onChange }: RulesFieldsProps) {
  return (
    <>
      <Checks
        label="A change request is merged only if"
        value={rules.plain}
        options={plainRules}
        onChange={(ids) =>
          onChange({ ...rules, plain: plainRules.map(({ id }) => id).filter((id) => ids.includes(id)) })
        }
      />
      {peopleRules.map(({ id, name }) => (
        <PeopleField
          key={id}
          name={name}
          organizationId={organizationId}
          users={rules.people[id] ?? []}
          onChange={(users) => onChange({ ...rules, people: withPeople(rules, id, users) })}
        />
      ))}
      <CustomFields custom={rules.custom} onChange={(custom) => onChange({ ...rules, custom })} />
      {rules.others.length > 0 && (
        <p>
          Also required: {rules.others.map((one) => one.type ?? one.rule).join(', ')}. Only the API changes
          this.
        </p>
      )}
    </>
  )
}

function withPeople({ people }: Rules, kind: PeopleKind, users: readonly string[]): Rules['people'] {
  return { ...people, [kind]: users }
}

interface PeopleFieldProps {
  readonly organizationId: string
  readonly name: string
  readonly users: readonly string[]
  readonly onChange: (users: readonly string[]) => void
}

function PeopleField({ organizationId, name, users, onChange }: PeopleFieldProps) {
  const [isChoosing, setChoosing] = useState(false)
  return (
    <fieldset className="rule-people">
      <legend>{name}</legend>
      {users.length > 0 && (
        <ul>
          {users.map((userId) => (
            <li key={userId}>
              <Named userId={userId} organizationId={organizationId} />
              <Button
                className="icon-button"
                aria-label={`Remove from: ${name}`}
                onPress={() => onChange(users.filter((one) => one !== userId))}
              >
                <Icon name="x" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isChoosing ? (
        <ChoosePerson
          organizationId={organizationId}
          except={new Set(users)}
          onChoose={({ id }: User) => {
            onChange([...users, id])
            setChoosing(false)
          }}
        />
      ) : (
        <Button className="button" onPress={() => setChoosing(true)}>
          <Icon name="plus" /> Add a person
        </Button>
      )}
    </fieldset>
  )
}

/** People who left are still named by the rule. */
function Named({ userId, organizationId }: { readonly userId: string; readonly organizationId: string }) {
  const { data } = useQuery({
    ...toQuery('getMemberInOrganizationById', { params: { organizationId, userId } }),
    throwOnError: false,
  })
  return data === undefined ? <code>{userId}</code> : <Person user={data.user} />
}

interface CustomFieldsProps {
  readonly custom: Rules['custom']
  readonly onChange: (custom: Rules['custom']) => void
}

function CustomFields({ custom, onChange }: CustomFieldsProps) {
  return (
    <fieldset className="rule-people">
      <legend>These expressions are true</legend>
      {custom.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other identity while they are typed.
        <div className="rule-custom" key={at}>
          <Field
            label="Expression"
            value={one.expression}
            isRequired
            maxLength={1024}
            placeholder='changeRequest.subject != ""'
            onChange={(expression) => onChange(custom.with(at, { ...one, expression }))}
          />
          <Field
            label="Shown if it is false"
            value={one.message}
            maxLength={512}
            onChange={(message) => onChange(custom.with(at, { ...one, message }))}
          />
          <Button
            className="button"
            data-kind="quiet"
            aria-label={`Remove the expression ${one.expression}`}
            onPress={() => onChange(custom.toSpliced(at, 1))}
          >
            Remove
          </Button>
        </div>
      ))}
      <Button className="button" onPress={() => onChange([...custom, { expression: '', message: '' }])}>
        <Icon name="plus" /> Add an expression
      </Button>
    </fieldset>
  )
}
