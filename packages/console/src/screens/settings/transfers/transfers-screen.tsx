import { getRouteApi } from '@tanstack/react-router'
import { SettingsFrame } from '../../people/settings-frame.tsx'
import { ImportLink, ImportRuns } from './import-runs.tsx'
import { SpaceExport } from './space-export.tsx'

const route = getRouteApi('/o/$organizationId/settings/imports')

/** What comes into the organization from elsewhere, and how to take it out again. */
export function TransfersScreen() {
  const { organizationId } = route.useParams()
  return (
    <SettingsFrame title="Imports and exports" actions={<ImportLink organizationId={organizationId} />}>
      <ImportRuns organizationId={organizationId} />
      <SpaceExport organizationId={organizationId} />
    </SettingsFrame>
  )
}
