import type { ReactNode } from 'react'
import {
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Text,
} from 'react-aria-components'
import type { Offered } from '../app/offers.ts'
import { Icon } from './icon.tsx'
import './choice.css'
import './menu.css'

export interface Option {
  readonly id: string
  readonly name: string
  /** Said beside the name, in the list only. */
  readonly note?: string
}

interface ChoiceProps extends Offered {
  readonly label: ReactNode
  /** By which a form finds the message for it. */
  readonly name?: string
  readonly value: string
  /** What it is for, below the button. */
  readonly note?: ReactNode
  readonly options: readonly Option[]
  readonly onChange: (id: string) => void
}

/** One of many things, from a list that opens below the button. */
export function Choice({ label, name, value, note, options, onChange, ...offered }: ChoiceProps) {
  return (
    <Select
      {...offered}
      className="choice"
      {...(name !== undefined && { name })}
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
    >
      <Label>{label}</Label>
      <Button className="choice-button">
        <SelectValue className="choice-value cut">
          {() => options.find(({ id }) => id === value)?.name}
        </SelectValue>
        <Icon name="caret-down" />
      </Button>
      {note && <Text slot="description">{note}</Text>}
      <FieldError />
      <Popover className="popover">
        <ListBox className="menu choice-list" items={options}>
          {({ id, name: words, note: about }) => (
            <ListBoxItem id={id} className="menu-item" textValue={words}>
              <span className="cut">{words}</span>
              {about && <small>{about}</small>}
              {id === value && <Icon name="check" />}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}
