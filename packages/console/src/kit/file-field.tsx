import { useId } from 'react'
import './form.css'

interface FileFieldProps {
  readonly label: string
  readonly name: string
  /** The endings of file names, with commas. */
  readonly accept: string | undefined
  readonly isMultiple?: boolean
  readonly isOptional?: boolean
}

/** A file, or several, of the person’s machine. */
export function FileField({ label, name, accept, isMultiple = false, isOptional = false }: FileFieldProps) {
  const id = useId()
  return (
    <div className="file-field">
      <label htmlFor={id}>{label}</label>
      <input id={id} type="file" name={name} multiple={isMultiple} required={!isOptional} accept={accept} />
    </div>
  )
}
