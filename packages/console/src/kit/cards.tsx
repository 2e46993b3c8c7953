import { useId } from 'react'
import type { Offered } from '../app/offers.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'
import './cards.css'

interface Card {
  readonly id: string
  readonly name: string
  readonly note: string
  readonly icon: IconName
}

interface CardsProps extends Offered {
  readonly label: string
  readonly value: string
  readonly options: readonly Card[]
  readonly onChange: (id: string) => void
}

/** One of a few ways to begin, each with a few words about it. */
export function Cards({ label, value, options, onChange, ...offered }: CardsProps) {
  const name = useId()
  return (
    <fieldset className="cards" {...offered}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label className="card" key={option.id}>
          <Icon name={option.icon} size="l" />
          <span>
            <b>{option.name}</b>
            <small>{option.note}</small>
          </span>
          <input
            type="radio"
            name={name}
            value={option.id}
            checked={option.id === value}
            onChange={() => onChange(option.id)}
          />
        </label>
      ))}
    </fieldset>
  )
}
