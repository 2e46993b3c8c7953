import type { Space } from '@stemma/contract'
import { useState } from 'react'
import { announce } from '../../app/announcements.tsx'
import { offers } from '../../app/offers.ts'
import { useWrite } from '../../app/operations.ts'
import { Choice } from '../../kit/choice.tsx'
import { SaveForm } from '../../kit/save-form.tsx'
import { fromRules, toRules } from '../settings/merge-rules/rules.ts'
import { RulesFields } from '../settings/merge-rules/rules-fields.tsx'

interface SpaceRulesProps {
  readonly organizationId: string
  readonly space: Space
}

const kinds = [
  { id: 'inherit', name: 'Those of the organization' },
  { id: 'none', name: 'None' },
  { id: 'rules', name: 'Rules of its own' },
] as const

/** What must be true of a change request before it is merged here. */
export function SpaceRules({ organizationId, space: { id: spaceId, mergeRules } }: SpaceRulesProps) {
  const [type, setType] = useState(mergeRules.type)
  const [rules, setRules] = useState(toRules(mergeRules))
  const write = useWrite('updateSpaceById')
  const params = { spaceId }
  const next = type === 'rules' ? ({ type, rules: fromRules(rules) } as const) : ({ type } as const)
  const before =
    mergeRules.type === 'rules' ? { type: 'rules', rules: fromRules(toRules(mergeRules)) } : mergeRules
  return (
    <section aria-labelledby="merge-rules">
      <h2 id="merge-rules">Merge rules</h2>
      <SaveForm
        offered={offers('updateSpaceById', params)}
        write={write}
        action="Save rules"
        isUnchanged={JSON.stringify(next) === JSON.stringify(before)}
        onSave={() => {
          const onSuccess = () => announce('The merge rules are saved')
          write.mutate({ params, body: { mergeRules: next } }, { onSuccess })
        }}
      >
        <Choice
          label="Which rules count"
          value={type}
          options={kinds}
          onChange={(id) => setType(kinds.find((one) => one.id === id)?.id ?? 'inherit')}
        />
        {type === 'rules' && (
          <RulesFields organizationId={organizationId} rules={rules} onChange={setRules} />
        )}
      </SaveForm>
    </section>
  )
}
