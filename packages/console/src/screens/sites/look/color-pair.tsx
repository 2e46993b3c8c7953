import { useId } from 'react'
import { Button } from 'react-aria-components'

interface Colors {
  readonly light: string
  readonly dark: string
}

interface ColorPairProps {
  readonly label: string
  readonly value: Colors | undefined
  readonly isOptional: boolean
  readonly onChange: (value: Colors | undefined) => void
}

const first: Colors = { light: '#1f5bd0', dark: '#8ab4f8' }

/** A colour in the light and another in the dark. The site sees to it that words on it can be read. */
export function ColorPair({ label, value, isOptional, onChange }: ColorPairProps) {
  const id = useId()
  return (
    <fieldset className="color-pair" aria-labelledby={id}>
      <legend id={id}>{label}</legend>
      {value === undefined ? (
        <Button className="button" onPress={() => onChange(first)}>
          Choose
        </Button>
      ) : (
        <>
          <ColorInput label="Light" value={value.light} onChange={(light) => onChange({ ...value, light })} />
          <ColorInput label="Dark" value={value.dark} onChange={(dark) => onChange({ ...value, dark })} />
          {isOptional && (
            <Button className="button" data-kind="quiet" onPress={() => onChange(undefined)}>
              Remove
            </Button>
          )}
        </>
      )}
    </fieldset>
  )
}

interface ColorInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (color: string) => void
}

function ColorInput({ label, value, onChange }: ColorInputProps) {
  return (
    <label className="color-input">
      <input type="color" value={longOf(value)} onChange={({ target }) => onChange(target.value)} />
      <span>{label}</span>
      <code>{value}</code>
    </label>
  )
}

/** `#abc` is `#aabbcc`, which is the only form that browsers take. */
function longOf(color: string): string {
  return (color.length === 4 ? color.replaceAll(/[\da-f]/gi, '$&$&') : color).toLowerCase()
}
