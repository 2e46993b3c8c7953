import type { SiteCustomizationSettings } from '@stemma/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { Button, Form } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import { offers } from '../../../app/offers.ts'
import { useOperation } from '../../../app/operations.ts'
import { Preview } from '../preview/preview.tsx'
import { SiteScreen } from '../site-screen.tsx'
import { type InSite, useSiteWrite } from '../sites.ts'
import { SettingField } from './setting-field.tsx'
import { settingGroups } from './setting-groups.ts'
import { changedIn, type SettingGroup, withValue } from './settings.ts'
import '../../../kit/tabs.css'
import './look-screen.css'

const route = getRouteApi('/o/$organizationId/sites/$siteId/look')

/** How a site looks, beside the site itself with what is typed. Visitors see it once it is saved. */
export function LookScreen() {
  const params = route.useParams()
  return <Look key={params.siteId} params={params} />
}

function Look({ params }: { readonly params: InSite }) {
  const site = useOperation('getSiteById', { params })
  const { group: named } = route.useSearch()
  const { settings, set, changed, isChanged, saved, undo, save, error, isPending } = useLook(params)
  const group = settingGroups.find(({ id }) => id === named) ?? firstGroup
  const mayEdit = site.permissions.edit
  const actions = (
    <>
      {isChanged && (
        <Button className="button" onPress={undo}>
          Undo changes
        </Button>
      )}
      <Button
        className="button"
        data-kind="primary"
        data-pending={isPending || undefined}
        isDisabled={!isChanged}
        onPress={() => !isPending && save()}
      >
        Save
      </Button>
    </>
  )
  return (
    <SiteScreen params={params} title="Look" action={mayEdit && actions} isWhole>
      <div className="site-panes">
        <section className="site-pane" aria-label="Settings">
          <Groups group={group} />
          {error && (
            <p className="look-refusal" role="alert">
              {adviceFor(error)}
            </p>
          )}
          <Form
            className="form look-form"
            aria-label={group.name}
            onSubmit={(event) => {
              event.preventDefault()
              if (isChanged && !isPending) save()
            }}
          >
            <fieldset
              className="look-fields"
              disabled={!mayEdit}
              {...offers('updateSiteCustomizationById', { ...params })}
            >
              <legend className="hidden-text">{group.name}</legend>
              {group.settings.map((setting) => (
                <SettingField
                  key={setting.path}
                  setting={setting}
                  params={params}
                  settings={settings}
                  onChange={(value) => set(setting.path, value)}
                />
              ))}
            </fieldset>
          </Form>
        </section>
        {mayEdit && <Preview site={site} settings={changed} version={saved} />}
      </div>
    </SiteScreen>
  )
}

const [firstGroup = { id: '', name: '', settings: [] } as SettingGroup] = settingGroups

/** The settings with what was changed, until they are saved. */
function useLook(params: InSite) {
  const saved = useOperation('getSiteCustomizationById', { params })
  const [edited, setEdited] = useState<SiteCustomizationSettings>()
  const { mutate, error, isPending } = useSiteWrite('updateSiteCustomizationById')
  const settings = edited ?? saved
  const changed = changedIn(saved, settings)
  return {
    saved,
    settings,
    changed: useDeferredValue(changed),
    isChanged: Object.keys(changed).length > 0,
    set: (path: string, value: unknown) => setEdited((before) => withValue(before ?? saved, path, value)),
    undo: () => setEdited(undefined),
    save: () =>
      mutate(
        { params, body: settings },
        {
          onSuccess() {
            setEdited(undefined)
            announce('Saved. Visitors see it with the next page.')
          },
        },
      ),
    error,
    isPending,
  }
}

function Groups({ group }: { readonly group: SettingGroup }) {
  return (
    <nav className="look-groups" aria-label="Settings">
      {settingGroups.map(({ id, name }) => (
        <Link
          key={id}
          to="."
          search={{ group: id }}
          replace
          aria-current={id === group.id ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
