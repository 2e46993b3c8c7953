import { getRouteApi } from '@tanstack/react-router'
import { useOperation } from '../../app/operations.ts'
import { Notice } from '../../kit/notice.tsx'
import { Screen } from '../../kit/screen.tsx'
import { NewSpace } from './new-space.tsx'

const route = getRouteApi('/o/$organizationId/new')

export function NewSpaceScreen() {
  const { organizationId } = route.useParams()
  const { permissions } = useOperation('getOrganizationById', { params: { organizationId } })
  if (permissions.createContent) return <NewSpace organizationId={organizationId} title="New space" />
  return (
    <Screen title="New space">
      <Notice icon="info">
        <p>Your role doesn’t allow you to create spaces. Ask an admin of the organization for one.</p>
      </Notice>
    </Screen>
  )
}
