import { Heading } from 'react-aria-components'
import { DoneEnd } from '../../kit/form-dialog.tsx'
import { CopyField } from './copy-field.tsx'

interface ShownOnceProps {
  readonly heading: string
  readonly label: string
  readonly secret: string
  /** What it is for, if the heading doesn’t say it. */
  readonly note?: string
}

/** A secret that the server tells only now, in a dialog. */
export function ShownOnce({ heading, label, secret, note }: ShownOnceProps) {
  return (
    <div className="form">
      <Heading slot="title">{heading}</Heading>
      <p>Copy it now: it is shown only this once. {note}</p>
      <CopyField label={label} value={secret} />
      <DoneEnd />
    </div>
  )
}
