import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { announce } from '../../../app/announcements.tsx'
import { offers } from '../../../app/offers.ts'
import { useOperation, useWrite } from '../../../app/operations.ts'
import { Notice } from '../../../kit/notice.tsx'
import { SaveForm } from '../../../kit/save-form.tsx'
import { SettingsFrame } from '../../people/settings-frame.tsx'
import { fromRules, toRules } from './rules.ts'
import { RulesFields } from './rules-fields.tsx'

const route = getRouteApi('/o/$organizationId/settings/merge-rules')

/** What every space of the organization requires before a merge, unless it has rules of its own. */
export function MergeRulesScreen() {
  const { organizationId } = route.useParams()
  const { permissions } = useOperation('getOrganizationById', { params: { organizationId } })
  return (
    <SettingsFrame title="Merge rules">
      <p className="settings-note">
        They count in every space that has no rules of its own: a space decides that in its settings. People
        see on a change request which of them are missing.
      </p>
      {permissions.admin ? (
        <OrganizationRules organizationId={organizationId} />
      ) : (
        <Notice icon="info">
          <p>Only admins of the organization change its merge rules.</p>
        </Notice>
      )}
    </SettingsFrame>
  )
}

function OrganizationRules({ organizationId }: { readonly organizationId: string }) {
  const params = { organizationId }
  const { mergeRules: given = { type: 'none' } } = useOperation('getOrganizationById', { params })
  const saved = toRules(given)
  const [rules, setRules] = useState(saved)
  const write = useWrite('updateOrganizationById')
  const save = () => {
    const all = fromRules(rules)
    const mergeRules =
      all.length === 0 ? ({ type: 'none' } as const) : ({ type: 'rules', rules: all } as const)
    write.mutate({ params, body: { mergeRules } }, { onSuccess: () => announce('The merge rules are saved') })
  }
  return (
    <SaveForm
      offered={offers('updateOrganizationById', params)}
      write={write}
      action="Save rules"
      isUnchanged={JSON.stringify(fromRules(rules)) === JSON.stringify(fromRules(saved))}
      onSave={save}
    >
      <RulesFields organizationId={organizationId} rules={rules} onChange={setRules} />
    </SaveForm>
  )
}
