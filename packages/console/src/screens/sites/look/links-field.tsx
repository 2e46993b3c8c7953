import type { SiteCustomizationSettings } from '@stemma/contract'
import { Button } from 'react-aria-components'
import { Choice } from '../../../kit/choice.tsx'
import { Field } from '../../../kit/field.tsx'
import { Icon } from '../../../kit/icon.tsx'

type HeaderItem = SiteCustomizationSettings['header']['links'][number]
type Group = SiteCustomizationSettings['footer']['groups'][number]
type Link = Group['links'][number]

interface LinksFieldProps {
  readonly label: string
  readonly of: 'header' | 'footer'
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** The links of the header in a row, or those of the footer under headings. */
export function LinksField({ label, of, value, onChange }: LinksFieldProps) {
  return (
    <fieldset className="links-field">
      <legend>{label}</legend>
      {of === 'header' ? (
        <HeaderLinks value={value as readonly HeaderItem[]} onChange={onChange} />
      ) : (
        <FooterGroups value={value as readonly Group[]} onChange={onChange} />
      )}
    </fieldset>
  )
}

interface ListProps<Item> {
  readonly value: readonly Item[]
  readonly onChange: (items: readonly Item[]) => void
}

const empty: Link = { title: 'New link', to: { kind: 'url', url: 'https://example.com' } }

const styles = [
  { id: 'link', name: 'As a link' },
  { id: 'button-secondary', name: 'As a button' },
  { id: 'button-primary', name: 'As the main button' },
]

function HeaderLinks({ value, onChange }: ListProps<HeaderItem>) {
  return (
    <>
      <List value={value} onChange={onChange} nameOf={({ title }) => title}>
        {(item, change) => (
          <>
            <LinkFields link={item} onChange={change} />
            <Choice
              label="Look"
              value={item.style ?? 'link'}
              options={styles}
              onChange={(style) => change({ ...item, style: style as NonNullable<HeaderItem['style']> })}
            />
          </>
        )}
      </List>
      <Add words="Add a link" onAdd={() => onChange([...value, { ...empty, links: [] }])} />
    </>
  )
}

function FooterGroups({ value, onChange }: ListProps<Group>) {
  return (
    <>
      <List value={value} onChange={onChange} nameOf={({ title }) => title}>
        {(group, change) => (
          <>
            <Field label="Heading" value={group.title} onChange={(title) => change({ ...group, title })} />
            <List
              value={group.links}
              onChange={(links) => change({ ...group, links: [...links] })}
              nameOf={({ title }) => title}
            >
              {(link, changeLink) => <LinkFields link={link} onChange={changeLink} />}
            </List>
            <Add
              words={`Add a link to ${group.title}`}
              onAdd={() => change({ ...group, links: [...group.links, empty] })}
            />
          </>
        )}
      </List>
      <Add words="Add a heading" onAdd={() => onChange([...value, { title: 'More', links: [] }])} />
    </>
  )
}

interface LinkFieldsProps<Item extends HeaderItem | Link> {
  readonly link: Item
  readonly onChange: (link: Item) => void
}

/** Links to pages, which only the API can set, keep where they lead. */
function LinkFields<Item extends HeaderItem | Link>({ link, onChange }: LinkFieldsProps<Item>) {
  const { title, to } = link
  return (
    <>
      <Field
        label="Title"
        value={title}
        onChange={(words) => onChange({ ...link, title: words })}
        maxLength={64}
      />
      {to?.kind === 'url' ? (
        <Field
          label="Address"
          type="url"
          value={to.url}
          onChange={(url) => onChange({ ...link, to: { kind: 'url', url } })}
        />
      ) : (
        <small>{to === null ? 'Opens a menu of links.' : 'Leads to a part of the site.'}</small>
      )}
    </>
  )
}

interface ItemsProps<Item> extends ListProps<Item> {
  readonly nameOf: (item: Item) => string
  readonly children: (item: Item, change: (item: Item) => void) => React.ReactNode
}

function List<Item>({ value, onChange, nameOf, children }: ItemsProps<Item>) {
  return (
    <ul>
      {value.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity while they are typed.
        <li key={at}>
          {children(item, (changed) => onChange(value.with(at, changed)))}
          <Button
            className="button"
            data-kind="quiet"
            aria-label={`Remove ${nameOf(item)}`}
            onPress={() => onChange(value.toSpliced(at, 1))}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Add({ words, onAdd }: { readonly words: string; readonly onAdd: () => void }) {
  return (
    <Button className="button" onPress={onAdd}>
      <Icon name="plus" />
      {words}
    </Button>
  )
}
