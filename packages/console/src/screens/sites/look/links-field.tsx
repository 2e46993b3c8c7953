import type { SiteCustomizationSettings } from '@stemma/contract'
import { Choice } from '../../../kit/choice.tsx'
import { Field } from '../../../kit/field.tsx'
import { Switch } from '../../../kit/switch.tsx'
import { ConditionField } from '../audience/condition-field.tsx'
import type { InSite } from '../sites.ts'
import { Add, ItemList } from './item-list.tsx'
import { TargetField } from './target-field.tsx'
import { Translations } from './translations.tsx'

type HeaderItem = SiteCustomizationSettings['header']['links'][number]
type Group = SiteCustomizationSettings['footer']['groups'][number]
type Link = Group['links'][number]

interface LinksFieldProps {
  readonly label: string
  readonly of: 'header' | 'footer'
  readonly params: InSite
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** The links of the header in a row, or those of the footer under headings. */
export function LinksField({ label, of, params, value, onChange }: LinksFieldProps) {
  return (
    <fieldset className="links-field">
      <legend>{label}</legend>
      {of === 'header' ? (
        <HeaderLinks params={params} value={value as readonly HeaderItem[]} onChange={onChange} />
      ) : (
        <FooterGroups params={params} value={value as readonly Group[]} onChange={onChange} />
      )}
    </fieldset>
  )
}

interface ListProps<Item> {
  readonly params: InSite
  readonly value: readonly Item[]
  readonly onChange: (items: readonly Item[]) => void
}

const empty: Link = { title: 'New link', to: { kind: 'url', url: 'https://example.com' } }

const styles = [
  { id: 'link', name: 'As a link' },
  { id: 'button-secondary', name: 'As a button' },
  { id: 'button-primary', name: 'As the main button' },
]

function HeaderLinks({ params, value, onChange }: ListProps<HeaderItem>) {
  return (
    <>
      <ItemList value={value} onChange={onChange} nameOf={({ title }) => title}>
        {(item, change) => <HeaderFields params={params} item={item} onChange={change} />}
      </ItemList>
      <Add words="Add a link" onAdd={() => onChange([...value, { ...empty, links: [] }])} />
    </>
  )
}

interface HeaderFieldsProps {
  readonly params: InSite
  readonly item: HeaderItem
  readonly onChange: (item: HeaderItem) => void
}

function HeaderFields({ params, item, onChange }: HeaderFieldsProps) {
  const { condition, ...always } = item
  return (
    <>
      <Titled value={item} onChange={onChange} />
      <TargetField
        label="Leads to"
        none="Nowhere: it opens a menu"
        params={params}
        value={item.to}
        onChange={(to) => onChange({ ...item, to })}
      />
      <Choice
        label="Look"
        value={item.style ?? 'link'}
        options={styles}
        onChange={(style) => onChange({ ...item, style: style as NonNullable<HeaderItem['style']> })}
      />
      <ConditionField
        params={params}
        value={condition ?? ''}
        onChange={(words) => onChange(words === '' ? always : { ...item, condition: words })}
      />
      <fieldset className="links-field">
        <legend>Menu of {item.title}</legend>
        <Links
          params={params}
          title={item.title}
          value={item.links}
          onChange={(links) => onChange({ ...item, links: [...links] })}
        />
      </fieldset>
    </>
  )
}

function FooterGroups({ params, value, onChange }: ListProps<Group>) {
  return (
    <>
      <ItemList value={value} onChange={onChange} nameOf={({ title }) => title}>
        {(group, change) => (
          <>
            <Titled label="Heading" value={group} onChange={change} />
            <Links
              params={params}
              title={group.title}
              value={group.links}
              onChange={(links) => change({ ...group, links: [...links] })}
            />
          </>
        )}
      </ItemList>
      <Add words="Add a heading" onAdd={() => onChange([...value, { title: 'More', links: [] }])} />
    </>
  )
}

function Links({ params, title, value, onChange }: ListProps<Link> & { readonly title: string }) {
  return (
    <>
      <ItemList value={value} onChange={onChange} nameOf={(link) => link.title}>
        {(link, change) => <LinkFields params={params} link={link} onChange={change} />}
      </ItemList>
      <Add words={`Add a link to ${title}`} onAdd={() => onChange([...value, empty])} />
    </>
  )
}

interface LinkFieldsProps {
  readonly params: InSite
  readonly link: Link
  readonly onChange: (link: Link) => void
}

function LinkFields({ params, link, onChange }: LinkFieldsProps) {
  return (
    <>
      <Titled value={link} onChange={onChange} />
      <TargetField
        label="Leads to"
        params={params}
        value={link.to}
        onChange={(to) => to !== null && onChange({ ...link, to })}
      />
    </>
  )
}

interface OneLinkProps {
  readonly label: string
  readonly params: InSite
  readonly value: Link | undefined
  readonly onChange: (link: Link | undefined) => void
}

/** A link that may be missing. */
export function OneLink({ label, params, value, onChange }: OneLinkProps) {
  return (
    <fieldset className="links-field">
      <legend>{label}</legend>
      <Switch
        label="It has a link"
        isOn={value !== undefined}
        onChange={(isOn) => onChange(isOn ? { ...empty, title: 'Read more' } : undefined)}
      />
      {value !== undefined && <LinkFields params={params} link={value} onChange={onChange} />}
    </fieldset>
  )
}

interface TitledProps<Item> {
  readonly label?: string
  readonly value: Item
  readonly onChange: (item: Item) => void
}

/** A title with its translations. */
function Titled<Item extends Pick<Link, 'title' | 'localizedTitle'>>(props: TitledProps<Item>) {
  const { label = 'Title', value, onChange } = props
  return (
    <>
      <Field
        label={label}
        value={value.title}
        onChange={(title) => onChange({ ...value, title })}
        maxLength={64}
      />
      <Translations
        label={label}
        of={value.title}
        max={64}
        value={value.localizedTitle}
        onChange={(localizedTitle) => onChange({ ...value, localizedTitle })}
      />
    </>
  )
}
