import type { ReactNode } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import './segments.css'

interface SegmentsProps<Name extends string> {
  readonly label: string
  readonly value: Name
  readonly options: readonly { readonly name: Name; readonly words: ReactNode }[]
  readonly onChange: (name: Name) => void
}

/** One of a few ways to look at the same thing. */
export function Segments<Name extends string>({ label, value, options, onChange }: SegmentsProps<Name>) {
  return (
    <ToggleButtonGroup
      className="segments"
      aria-label={label}
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find(({ name }) => keys.has(name))
        if (chosen !== undefined) onChange(chosen.name)
      }}
    >
      {options.map(({ name, words }) => (
        <ToggleButton id={name} key={name}>
          {words}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
