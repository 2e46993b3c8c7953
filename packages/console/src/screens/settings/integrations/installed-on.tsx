import type { Installation, Integration, SiteInstallation, SpaceInstallation } from '@stemma/contract'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { Button, Form, Heading } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import { offers } from '../../../app/offers.ts'
import { useWrite } from '../../../app/operations.ts'
import type { Option } from '../../../kit/choice.tsx'
import { Combo } from '../../../kit/combo.tsx'
import { FormDialog, FormEnd } from '../../../kit/form-dialog.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { Question } from '../../../kit/question.tsx'
import { ShowMore } from '../../../kit/show-more.tsx'
import { Switch } from '../../../kit/switch.tsx'
import { ConfigurationForm } from './configuration-form.tsx'
import {
  type InstallationKey,
  installedOnSites,
  installedOnSpaces,
  type Kind,
  offersOn,
  offersRemoval,
  offersSettings,
  placeIn,
  useOnPlace,
} from './on-places.ts'
import { useSiteOptions, useSpaceOptions } from './places.ts'
import { useReadAgain } from './read-again.ts'
import { Status } from './status.tsx'

interface InstalledOnProps {
  readonly organizationId: string
  readonly integration: Integration
  readonly installation: Installation
}

/** The spaces that an installation reaches, and those with settings of their own. */
export function InstalledOnSpaces({ organizationId, integration, installation }: InstalledOnProps) {
  const list = useSuspenseInfiniteQuery(installedOnSpaces(keyOf(installation, integration)))
  return (
    <InstalledOn
      kind="space"
      integration={integration}
      installation={installation}
      items={list.data.pages.flatMap(({ items }) => items)}
      count={list.data.pages[0]?.count ?? 0}
      list={list}
      options={useSpaceOptions(organizationId)}
    />
  )
}

/** The same for its sites. */
export function InstalledOnSites({ organizationId, integration, installation }: InstalledOnProps) {
  const list = useSuspenseInfiniteQuery(installedOnSites(keyOf(installation, integration)))
  return (
    <InstalledOn
      kind="site"
      integration={integration}
      installation={installation}
      items={list.data.pages.flatMap(({ items }) => items)}
      count={list.data.pages[0]?.count ?? 0}
      list={list}
      options={useSiteOptions(organizationId)}
    />
  )
}

function keyOf({ id }: Installation, { name }: Integration): InstallationKey {
  return { integrationName: name, installationId: id }
}

const words = {
  space: { many: 'Spaces', name: 'Space' },
  site: { many: 'Sites', name: 'Site' },
} as const

interface OnPlacesProps extends ComponentProps<typeof ShowMore> {
  readonly kind: Kind
  readonly integration: Integration
  readonly installation: Installation
  readonly items: readonly (SpaceInstallation | SiteInstallation)[]
  readonly count: number
  /** Those to which it can be added. */
  readonly options: readonly Option[]
}

function InstalledOn({ kind, integration, installation, items, count, list, options }: OnPlacesProps) {
  const key = keyOf(installation, integration)
  const [isNew, setNew] = useState(false)
  return (
    <section aria-labelledby={`on-${kind}s`}>
      <div className="settings-head">
        <h2 id={`on-${kind}s`}>
          {words[kind].many} {count > 0 && <span className="count">{count}</span>}
        </h2>
        <Button className="button" {...offersOn(kind, key)} onPress={() => setNew(true)}>
          <Icon name="plus" /> Add a {kind}
        </Button>
      </div>
      <Selection kind={kind} installationKey={key} installation={installation} />
      {items.length === 0 ? (
        <p className="settings-note">It has no settings for a single {kind} yet.</p>
      ) : (
        <ul className="people">
          {items.map((on) => (
            <Row key={placeIn(on).id} on={on} kind={kind} installationKey={key} integration={integration} />
          ))}
        </ul>
      )}
      <ShowMore list={list} />
      {isNew && (
        <AddPlace kind={kind} options={options} installationKey={key} onClose={() => setNew(false)} />
      )}
    </section>
  )
}

interface SelectionProps {
  readonly kind: Kind
  readonly installationKey: InstallationKey
  readonly installation: Installation
}

function Selection({ kind, installationKey: params, installation }: SelectionProps) {
  const readAgain = useReadAgain()
  const { mutate, error, isPending } = useWrite('updateIntegrationInstallation', () => ['integrations'])
  const isAll = installation[`${kind}_selection`] === 'all'
  const change = (toAll: boolean) => {
    const selection = toAll ? 'all' : 'selected'
    const body = kind === 'space' ? { space_selection: selection } : { site_selection: selection }
    if (!isPending) mutate({ params, body } as Parameters<typeof mutate>[0], { onSuccess: readAgain })
  }
  return (
    <div className="form">
      <Switch
        {...offers('updateIntegrationInstallation', { ...params })}
        label={`It may reach all ${kind}s, not only those below`}
        isOn={isAll}
        onChange={change}
      />
      {error && <p role="alert">{adviceFor(error)}</p>}
    </div>
  )
}

interface RowProps {
  readonly on: SpaceInstallation | SiteInstallation
  readonly kind: Kind
  readonly installationKey: InstallationKey
  readonly integration: Integration
}

function Row({ on, kind, installationKey: key, integration }: RowProps) {
  const [asked, setAsked] = useState<'configure' | 'uninstall'>()
  const { id, title = `A ${kind} that you can’t read` } = placeIn(on)
  const name = title || `Untitled ${kind}`
  const declared = integration.configurations?.[kind]
  const close = () => setAsked(undefined)
  return (
    <li>
      <span className="who">
        <Icon name={kind === 'space' ? 'book-open' : 'globe-simple'} />
        <b className="cut">{name}</b>
      </span>
      <Status status={on.status} />
      <span />
      <span className="people-end">
        {declared !== undefined && (
          <Button
            className="button"
            {...offersSettings(kind, key, id)}
            aria-label={`Settings for ${name}`}
            onPress={() => setAsked('configure')}
          >
            Settings
          </Button>
        )}
        <Button
          className="button"
          {...offersRemoval(kind, key, id)}
          aria-label={`Uninstall from ${name}`}
          onPress={() => setAsked('uninstall')}
        >
          Uninstall
        </Button>
      </span>
      {asked === 'configure' && declared && (
        <Configure
          {...{ kind, id, name, declared }}
          installationKey={key}
          configuration={on.configuration}
          onClose={close}
        />
      )}
      {asked === 'uninstall' && <Remove {...{ kind, id, name }} installationKey={key} onClose={close} />}
    </li>
  )
}

interface PlaceProps {
  readonly kind: Kind
  readonly id: string
  readonly name: string
  readonly installationKey: InstallationKey
  readonly onClose: () => void
}

type ConfigureProps = PlaceProps & Pick<Parameters<typeof ConfigurationForm>[0], 'declared' | 'configuration'>

function Configure({ kind, id, name, installationKey, onClose, ...form }: ConfigureProps) {
  const write = useOnPlace(kind, installationKey)
  const readAgain = useReadAgain()
  const onSuccess = () => {
    announce('Saved')
    onClose()
    return readAgain()
  }
  return (
    <FormDialog isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <div className="form">
        <Heading slot="title">Settings for {name}</Heading>
        <ConfigurationForm
          {...form}
          offered={{}}
          write={write}
          onSave={(configuration) => write.mutate({ id, act: { configuration } }, { onSuccess })}
        />
      </div>
    </FormDialog>
  )
}

function Remove({ kind, id, name, installationKey, onClose }: PlaceProps) {
  const write = useOnPlace(kind, installationKey)
  const readAgain = useReadAgain()
  const onSuccess = () => {
    onClose()
    return readAgain()
  }
  return (
    <Question
      title={`Uninstall it from “${name}”?`}
      action="Uninstall"
      error={write.error}
      isPending={write.isPending}
      onConfirm={() => write.mutate({ act: 'uninstall', id }, { onSuccess })}
      onClose={onClose}
    >
      <p>Its settings there are deleted. It stays installed elsewhere.</p>
    </Question>
  )
}

interface AddPlaceProps {
  readonly kind: Kind
  readonly options: readonly Option[]
  readonly installationKey: InstallationKey
  readonly onClose: () => void
}

function AddPlace({ kind, options, installationKey, onClose }: AddPlaceProps) {
  const [id, setId] = useState('')
  const write = useOnPlace(kind, installationKey)
  const readAgain = useReadAgain()
  const onSuccess = () => {
    announce('Installed')
    onClose()
    return readAgain()
  }
  return (
    <FormDialog isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!write.isPending) write.mutate({ act: 'install', id }, { onSuccess })
        }}
      >
        <Heading slot="title">Add a {kind}</Heading>
        <Combo
          label={words[kind].name}
          name={kind}
          value={id}
          options={options}
          isRequired
          onChange={setId}
        />
        {write.error && <p role="alert">{adviceFor(write.error)}</p>}
        <FormEnd>
          <Button
            className="button"
            data-kind="primary"
            type="submit"
            data-pending={write.isPending || undefined}
          >
            Install on the {kind}
          </Button>
        </FormEnd>
      </Form>
    </FormDialog>
  )
}
