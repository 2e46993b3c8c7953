import type { Installation, Integration } from '@stemma/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import { offers } from '../../../app/offers.ts'
import { useWrite } from '../../../app/operations.ts'
import { FormDialog } from '../../../kit/form-dialog.tsx'
import { Notice } from '../../../kit/notice.tsx'
import { Question } from '../../../kit/question.tsx'
import { ShownOnce } from '../../people/shown-once.tsx'
import { ConfigurationForm } from './configuration-form.tsx'
import { InstalledOnSites, InstalledOnSpaces } from './installed-on.tsx'
import { type IntegrationKey, installationsLike, placesOf } from './integrations.ts'
import { useReadAgain } from './read-again.ts'
import { Status } from './status.tsx'

interface PartProps {
  readonly params: IntegrationKey
  readonly integration: Integration
}

/** Whether the integration works in this organization, and where. Admins decide. */
export function InstallationPart({ params, integration }: PartProps) {
  const { items } = useSuspenseQuery(installationsLike(params)).data
  const found = items.find((one) => one.integration.name === params.integrationName)
  return found === undefined ? (
    <Install params={params} integration={integration} />
  ) : (
    <Installed params={params} integration={integration} installation={found.installation} />
  )
}

function Install({ params, integration: { visibility, owner, title } }: PartProps) {
  const { organizationId, integrationName } = params
  const readAgain = useReadAgain()
  const { mutate, error, isPending } = useWrite('installIntegration')
  if (visibility === 'private' && owner.id !== organizationId)
    return (
      <Notice icon="info">
        <p>Only the organization that publishes it can install it.</p>
      </Notice>
    )
  const body = { organization: organizationId }
  const onSuccess = () => {
    announce(`${title} is installed`)
    return readAgain()
  }
  return (
    <section aria-labelledby="installation">
      <h2 id="installation">Installation</h2>
      <p className="settings-note">It isn’t installed here. An installation gives it the rights above.</p>
      {error && <p role="alert">{adviceFor(error)}</p>}
      <p>
        <Button
          className="button"
          data-kind="primary"
          {...offers('installIntegration', { integrationName }, body)}
          data-pending={isPending || undefined}
          onPress={() => !isPending && mutate({ params: { integrationName }, body }, { onSuccess })}
        >
          Install
        </Button>
      </p>
    </section>
  )
}

interface InstalledProps extends PartProps {
  readonly installation: Installation
}

function Installed({ params, integration, installation }: InstalledProps) {
  const key = { integrationName: params.integrationName, installationId: installation.id }
  const readAgain = useReadAgain()
  const configure = useWrite('updateIntegrationInstallation', () => ['integrations'])
  const declared = integration.configurations?.account
  const places = placesOf(integration)
  const shown = { organizationId: params.organizationId, integration, installation }
  return (
    <>
      <section aria-labelledby="installation">
        <div className="settings-head">
          <h2 id="installation">
            Installation <Status status={installation.status} />
          </h2>
          <InstallationActions params={params} integration={integration} installation={installation} />
        </div>
        {declared !== undefined && (
          <ConfigurationForm
            declared={declared}
            configuration={installation.configuration}
            offered={offers('updateIntegrationInstallation', key)}
            write={configure}
            onSave={(configuration, onSaved) =>
              configure.mutate(
                { params: key, body: { configuration } },
                { onSuccess: () => readAgain().then(onSaved) },
              )
            }
          />
        )}
      </section>
      {places.includes('space') && <InstalledOnSpaces {...shown} />}
      {places.includes('site') && <InstalledOnSites {...shown} />}
    </>
  )
}

function InstallationActions({ params, integration, installation }: InstalledProps) {
  const { organizationId: _, ...named } = params
  const key = { ...named, installationId: installation.id }
  const [isAsked, setAsked] = useState(false)
  const token = useWrite('createIntegrationInstallationToken')
  return (
    <span className="people-end">
      {token.error && <span role="alert">{adviceFor(token.error)}</span>}
      {integration.permissions.admin && (
        <Button
          className="button"
          {...offers('createIntegrationInstallationToken', key)}
          isPending={token.isPending}
          onPress={() => token.mutate({ params: key })}
        >
          New token
        </Button>
      )}
      <Button className="button" {...offers('uninstallIntegration', key)} onPress={() => setAsked(true)}>
        Uninstall
      </Button>
      {token.data && (
        <FormDialog isOpen onOpenChange={(isOpen) => isOpen || token.reset()}>
          <ShownOnce
            heading="The token of the installation"
            label="Token"
            secret={token.data.token}
            note="With it, the program of the integration calls the API for an hour."
          />
        </FormDialog>
      )}
      {isAsked && (
        <Uninstall installationKey={key} title={integration.title} onClose={() => setAsked(false)} />
      )}
    </span>
  )
}

interface UninstallProps {
  readonly installationKey: { readonly integrationName: string; readonly installationId: string }
  readonly title: string
  readonly onClose: () => void
}

function Uninstall({ installationKey: params, title, onClose }: UninstallProps) {
  const readAgain = useReadAgain(params.installationId)
  const write = useWrite('uninstallIntegration', () => ['orgs'])
  const onSuccess = () => {
    announce(`${title} was uninstalled`)
    onClose()
    return readAgain()
  }
  return (
    <Question
      title={`Uninstall “${title}”?`}
      action="Uninstall"
      error={write.error}
      isPending={write.isPending}
      onConfirm={() => write.mutate({ params }, { onSuccess })}
      onClose={onClose}
    >
      <p>
        Its tokens stop working with the next request. Its settings, also those for single spaces and sites,
        are deleted.
      </p>
    </Question>
  )
}
