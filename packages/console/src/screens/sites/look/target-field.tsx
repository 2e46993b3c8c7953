import type { SiteCustomizationSettings } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toQuery } from '../../../app/operations.ts'
import { useEverySpace } from '../../../app/spaces.ts'
import { Choice } from '../../../kit/choice.tsx'
import { Combo } from '../../../kit/combo.tsx'
import { Field } from '../../../kit/field.tsx'
import { optionsIn } from '../../run/things.ts'
import type { InSite } from '../sites.ts'

export type Target = NonNullable<SiteCustomizationSettings['header']['primaryLink']>

interface TargetFieldProps {
  readonly label: string
  readonly note?: string | undefined
  /** What it means that there is no target, if that is possible. */
  readonly none?: string
  readonly params: InSite
  readonly value: Target | null | undefined
  readonly onChange: (target: Target | null) => void
}

const kinds = [
  { id: 'url', name: 'An address' },
  { id: 'page', name: 'A page' },
  { id: 'space', name: 'A space' },
] as const

const noTarget = 'none'

/** Where a link leads. Targets that only the API can set, such as files, are shown and stay. */
export function TargetField({ label, note, none, params, value, onChange }: TargetFieldProps) {
  // Until it names everything that it needs, the site keeps the one before.
  const [begun, setBegun] = useState<Target>()
  const shown = begun ?? value
  const kind = shown?.kind ?? noTarget
  const isOther = shown != null && !kinds.some(({ id }) => id === kind)
  const options = [
    ...(none === undefined ? [] : [{ id: noTarget, name: none }]),
    ...kinds,
    ...(isOther ? [{ id: kind, name: `Something else: ${kind}` }] : []),
  ]
  const put = (next: Target | null) => {
    const isDone = isWhole(next)
    setBegun(isDone ? undefined : (next ?? undefined))
    if (isDone) onChange(next)
  }
  const choose = (id: string) => {
    if (id === kind) return
    if (id === noTarget) put(null)
    if (id === 'url') put({ kind: 'url', url: 'https://example.com' })
    if (id === 'page') put({ kind: 'page', page: '', space: '' })
    if (id === 'space') put({ kind: 'space', space: '' })
  }
  return (
    <div className="target-field">
      <Choice label={label} {...(note && { note })} value={kind} options={options} onChange={choose} />
      {shown?.kind === 'url' && (
        <Field label="Address" type="url" value={shown.url} onChange={(url) => put({ kind: 'url', url })} />
      )}
      {shown?.kind === 'space' && (
        <SpaceField params={params} value={shown.space} onChange={(space) => put({ ...shown, space })} />
      )}
      {shown?.kind === 'page' && (
        <>
          <SpaceField
            params={params}
            value={shown.space ?? ''}
            onChange={(space) => put({ kind: 'page', page: '', space })}
          />
          <PageField
            spaceId={shown.space ?? ''}
            value={shown.page}
            onChange={(page) => put({ ...shown, page })}
          />
        </>
      )}
    </div>
  )
}

interface ThingProps {
  readonly value: string
  readonly onChange: (id: string) => void
}

function SpaceField({ params, value, onChange }: ThingProps & { readonly params: InSite }) {
  const { items } = useEverySpace(params)
  const options = items.map(({ id, title }) => ({ id, name: title || 'Untitled space' }))
  return <Combo name="space" label="Space" value={value} options={options} isRequired onChange={onChange} />
}

function PageField({ spaceId, value, onChange }: ThingProps & { readonly spaceId: string }) {
  const { data } = useQuery({
    ...toQuery('listPages', { params: { spaceId } }),
    // While a name is typed, it is no space. A page can also be named by its ID.
    enabled: spaceId !== '' && !spaceId.includes(' '),
    throwOnError: false,
  })
  const options = optionsIn(data, 'pageId')
  return <Combo name="page" label="Page" value={value} options={options} isRequired onChange={onChange} />
}

const idPattern = /^[\w-]{1,64}$/

function isWhole(target: Target | null): boolean {
  if (target?.kind === 'page') return idPattern.test(target.page) && idPattern.test(target.space ?? '')
  return target?.kind !== 'space' || idPattern.test(target.space)
}
