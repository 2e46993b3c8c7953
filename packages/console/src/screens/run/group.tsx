import { type ReactNode, useId, useState } from 'react'
import { Button } from 'react-aria-components'
import { Icon } from '../../kit/icon.tsx'
import { useFilling } from './filling.ts'
import { WithCode } from './with-code.ts'
import './group.css'

interface GroupProps {
  readonly label: ReactNode
  readonly pointer: string
  readonly about?: string | undefined
  readonly children: ReactNode
}

/** Fields that belong together. */
export function Group({ label, pointer, about, children }: GroupProps) {
  const { problems } = useFilling()
  const id = useId()
  return (
    <fieldset className="group" aria-describedby={problems[pointer] && id}>
      <legend>{label}</legend>
      {about !== undefined && <About text={about} />}
      {children}
      {problems[pointer] && (
        <p id={id} className="group-problem">
          {problems[pointer]}
        </p>
      )}
    </fieldset>
  )
}

interface FoldedProps extends GroupProps {
  readonly isOpenAtFirst: boolean
}

/** Fields that may be left out, which is what most people do. A message opens them. */
export function Folded({ label, pointer, about, isOpenAtFirst, children }: FoldedProps) {
  const { problems } = useFilling()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const isWrong = Object.keys(problems).some((one) => one.startsWith(`${pointer}/`))
  return (
    <details
      className="group"
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{label}</summary>
      {about !== undefined && <About text={about} />}
      {children}
    </details>
  )
}

function About({ text }: { readonly text: string }) {
  return (
    <p className="group-about">
      <WithCode text={text} />
    </p>
  )
}

export function FieldName({ label, isRequired }: { readonly label: string; readonly isRequired: boolean }) {
  return (
    <>
      {label} {!isRequired && <span className="count">optional</span>}
    </>
  )
}

export function AddButton({ label, onPress }: { readonly label: string; readonly onPress: () => void }) {
  return (
    <Button className="button group-add" aria-label={`Add to ${label}`} onPress={onPress}>
      <Icon name="plus" /> Add
    </Button>
  )
}

export function RemoveButton({ label, onPress }: { readonly label: string; readonly onPress: () => void }) {
  return (
    <Button className="button group-remove" data-kind="quiet" aria-label={label} onPress={onPress}>
      <Icon name="x" />
    </Button>
  )
}
