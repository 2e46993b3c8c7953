import { type ReactNode, useState } from 'react'
import {
  Button,
  ComboBox,
  FieldError,
  Group,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components'
import type { Option } from './choice.tsx'
import { Icon } from './icon.tsx'
import './combo.css'
import './form.css'
import './menu.css'

interface ComboProps {
  readonly name: string
  readonly label: ReactNode
  /** The ID of an option, or whatever was typed instead. */
  readonly value: string
  readonly options: readonly Option[]
  readonly note?: ReactNode
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  readonly onChange: (value: string) => void
}

/** More are found by typing: nobody reads so many. */
const shownMax = 100

/** One of many things by its name. What is not in the list can be named by its ID. */
export function Combo({ label, value, options, note, onChange, ...props }: ComboProps) {
  const [words, setWords] = useState<string>()
  const named = withDistinctNames(options)
  const text = words ?? named.find(({ id }) => id === value)?.name ?? value
  const matches = words === undefined ? named : named.filter(({ name }) => contains(name, words))
  const type = (next: string) => {
    setWords(next)
    onChange(named.find(({ name }) => name === next)?.id ?? next)
  }
  return (
    <ComboBox
      className="combo"
      allowsCustomValue
      allowsEmptyCollection={false}
      menuTrigger="focus"
      items={matches.slice(0, shownMax)}
      inputValue={text}
      onInputChange={type}
      onChange={(id) => {
        if (id === null) return
        setWords(undefined)
        onChange(String(id))
      }}
      onBlur={() => setWords(undefined)}
      {...props}
    >
      <Label>{label}</Label>
      <Group className="combo-field">
        <Input />
        <Button className="combo-open">
          <Icon name="caret-down" />
        </Button>
      </Group>
      {note && <Text slot="description">{note}</Text>}
      <FieldError />
      <Popover className="popover">
        <ListBox<Option> className="menu choice-list">
          {({ id, name, note: about }) => (
            <ListBoxItem id={id} className="menu-item" textValue={name}>
              <span className="cut">{name}</span>
              {about && <small>{about}</small>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}

/** The text in the field must lead back to one thing. */
function withDistinctNames(options: readonly Option[]): readonly Option[] {
  const counts = new Map<string, number>()
  for (const { name } of options) counts.set(name, (counts.get(name) ?? 0) + 1)
  return options.map((one) =>
    (counts.get(one.name) ?? 0) > 1 ? { ...one, name: `${one.name} (${one.id})` } : one,
  )
}

function contains(name: string, words: string): boolean {
  return name.toLowerCase().includes(words.toLowerCase())
}
