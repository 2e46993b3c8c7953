import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button, Form, Heading } from 'react-aria-components'
import { Field } from '../../../kit/field.tsx'
import { FormDialog, FormEnd } from '../../../kit/form-dialog.tsx'
import '../../../kit/menu.css'
import './choose.css'

interface FieldQuestionProps {
  readonly title: string
  readonly label: string
  readonly note?: ReactNode
  readonly placeholder?: string
  readonly value: string
  /** What can be chosen instead of typing it. */
  readonly suggestions?: readonly { readonly value: string; readonly note: string }[]
  /** What is wrong with an answer, in words; undefined if nothing is. */
  readonly faultIn: (value: string) => string | undefined | Promise<string | undefined>
  readonly onAnswer: (value: string) => void
  readonly onClose: () => void
  /** What the button says. */
  readonly verb: string
}

/** One text. It is taken as soon as nothing is wrong with it. */
export function FieldQuestion({ title, verb, suggestions = [], ...props }: FieldQuestionProps) {
  const [value, setValue] = useState(props.value)
  const [fault, setFault] = useState<string>()
  const list = useId()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const answer = value.trim()
    const found = await props.faultIn(answer)
    if (found === undefined) props.onAnswer(answer)
    else setFault(found)
  }
  return (
    <FormDialog isOpen onOpenChange={(isOpen) => !isOpen && props.onClose()}>
      <Form
        className="form"
        onSubmit={submit}
        validationErrors={fault === undefined ? {} : { answer: fault }}
      >
        <Heading slot="title">{title}</Heading>
        <Field
          name="answer"
          label={props.label}
          note={props.note}
          placeholder={props.placeholder ?? ''}
          value={value}
          onChange={(next) => {
            setValue(next)
            setFault(undefined)
          }}
          autoFocus
        />
        {suggestions.length > 0 && (
          <div>
            <span id={list}>Variables</span>
            <ul className="field-suggestions" aria-labelledby={list}>
              {suggestions.map((one) => (
                <li key={one.value}>
                  <Button className="menu-item" onPress={() => setValue(one.value)}>
                    <code className="cut">{one.value}</code>
                    <small className="cut">{one.note}</small>
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        )}
        <FormEnd>
          <Button className="button" data-kind="primary" type="submit">
            {verb}
          </Button>
        </FormEnd>
      </Form>
    </FormDialog>
  )
}
