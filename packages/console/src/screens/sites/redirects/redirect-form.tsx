import type { SiteRedirect, SiteRedirectInputDestination } from '@stemma/contract'
import { useState } from 'react'
import { Button, Form, Heading } from 'react-aria-components'
import { adviceFor } from '../../../app/failures.tsx'
import { useOperation } from '../../../app/operations.ts'
import { Choice } from '../../../kit/choice.tsx'
import { Field } from '../../../kit/field.tsx'
import { FormDialog, FormEnd } from '../../../kit/form-dialog.tsx'
import { Switch } from '../../../kit/switch.tsx'
import { type InSite, useSiteWrite } from '../sites.ts'

interface RedirectFormProps {
  readonly params: InSite
  /** The one that is changed. */
  readonly redirect: SiteRedirect | undefined
  readonly onClose: () => void
}

const elsewhere = 'elsewhere'

/** Where a path leads: to a page, which the redirect follows when it moves, or to another site. */
export function RedirectForm({ params, redirect, onClose }: RedirectFormProps) {
  const typed = useFields(params, redirect)
  const { fields, destination } = typed
  const create = useSiteWrite('createSiteRedirect', `${fields.source} saved`)
  const update = useSiteWrite('updateSiteRedirectById', `${fields.source} saved`)
  const { error, isPending } = redirect ? update : create
  const { source, isPermanent } = fields
  const save = () => {
    const body = { source: source.trim(), permanent: isPermanent, captureWildcard: fields.isCaptured }
    const options = { onSuccess: onClose }
    if (redirect === undefined) create.mutate({ params, body: { ...body, destination } }, options)
    else {
      const key = { ...params, siteRedirectId: redirect.id }
      const to = fields.where === 'kept' ? {} : { destination }
      update.mutate({ params: key, body: { ...body, ...to } }, options)
    }
  }
  return (
    <FormDialog isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) save()
        }}
      >
        <Heading slot="title">{redirect ? 'Edit redirect' : 'New redirect'}</Heading>
        <Inputs {...typed} isNew={redirect === undefined} />
        {error && <p role="alert">{adviceFor(error)}</p>}
        <FormEnd>
          <Button className="button" data-kind="primary" type="submit" data-pending={isPending || undefined}>
            Save redirect
          </Button>
        </FormEnd>
      </Form>
    </FormDialog>
  )
}

type InputsProps = Omit<ReturnType<typeof useFields>, 'destination'> & { readonly isNew: boolean }

function Inputs({ fields, set, spaces, isPage, isNew }: InputsProps) {
  const { source, isPermanent } = fields
  return (
    <>
      <Field
        label="Path"
        value={source}
        onChange={(path) => set({ source: path })}
        isRequired
        maxLength={512}
        placeholder="/old/path"
        note="Below the site. A * at its end stands for everything that begins like this."
      />
      <Choice
        label="Leads to"
        value={fields.where}
        options={[
          ...(isNew ? [] : [{ id: 'kept', name: 'Where it leads now' }]),
          ...spaces.map(({ id, name }) => ({ id, name: `A page of ${name}` })),
          { id: elsewhere, name: 'Another website' },
        ]}
        onChange={(where) => set({ where })}
      />
      {isPage && (
        <Field
          label="Path of the page in the space"
          value={fields.path}
          onChange={(path) => set({ path })}
          placeholder="guides/install"
        />
      )}
      {fields.where === elsewhere && (
        <Field label="Address" type="url" value={fields.url} onChange={(url) => set({ url })} isRequired />
      )}
      <Switch
        label="Permanent: browsers and search engines remember it"
        isOn={isPermanent}
        onChange={(isOn) => set({ isPermanent: isOn })}
      />
      {source.endsWith('*') && (
        <Switch
          label="Add the rest of the path to the target"
          isOn={fields.isCaptured}
          onChange={(isCaptured) => set({ isCaptured })}
        />
      )}
    </>
  )
}

interface Fields {
  readonly source: string
  /** The ID of a space, or another website. */
  readonly where: string
  readonly path: string
  readonly url: string
  readonly isPermanent: boolean
  readonly isCaptured: boolean
}

function useFields(params: InSite, redirect: SiteRedirect | undefined) {
  const { items } = useOperation('listSiteSpaces', { params })
  const spaces = items.map(({ space, title }) => ({ id: space.id, name: title || space.title }))
  const [fields, setFields] = useState<Fields>({
    source: redirect?.source ?? '',
    where: redirect ? 'kept' : (spaces[0]?.id ?? elsewhere),
    path: '',
    url: '',
    isPermanent: redirect?.permanent ?? true,
    isCaptured: redirect?.captureWildcard ?? false,
  })
  const isPage = fields.where !== elsewhere && fields.where !== 'kept'
  const destination: SiteRedirectInputDestination = isPage
    ? { kind: 'path', spaceId: fields.where, path: fields.path.trim() }
    : { kind: 'external', url: fields.url.trim() }
  const set = (some: Partial<Fields>) => setFields((before) => ({ ...before, ...some }))
  return { fields, set, spaces, isPage, destination }
}
