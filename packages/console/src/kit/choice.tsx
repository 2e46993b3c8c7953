import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components'
import { Icon } from './icon.tsx'
import './choice.css'
import './menu.css'

export interface Option {
  readonly id: string
  readonly name: string
  /** Said beside the name, in the list only. */
  readonly note?: string
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly Option[]
  readonly onChange: (id: string) => void
}

/** One of many things, from a list that opens below the button. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Select className="choice" value={value} onChange={(key) => key !== null && onChange(String(key))}>
      <Label>{label}</Label>
      <Button className="choice-button">
        <SelectValue className="choice-value cut">
          {() => options.find(({ id }) => id === value)?.name}
        </SelectValue>
        <Icon name="caret-down" />
      </Button>
      <Popover className="popover">
        <ListBox className="menu choice-list" items={options}>
          {({ id, name, note }) => (
            <ListBoxItem id={id} className="menu-item" textValue={name}>
              <span className="cut">{name}</span>
              {note && <small>{note}</small>}
              {id === value && <Icon name="check" />}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}
