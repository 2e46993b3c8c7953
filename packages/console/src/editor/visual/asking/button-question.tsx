import { useState } from 'react'
import { Button, Form, Heading } from 'react-aria-components'
import { toRef } from '../../../kit/document/data.ts'
import { Field } from '../../../kit/field.tsx'
import { FormDialog, FormEnd } from '../../../kit/form-dialog.tsx'
import { Segments } from '../../../kit/segments.tsx'
import { ChooseTarget, type Target } from './choose-target.tsx'
import type { QuestionProps } from './question-props.ts'

const kinds = ['primary', 'secondary'] as const

/** Where a button leads, then what it says and how it looks. */
export function ButtonQuestion({ attrs, verb, onAnswer, onClose, ...where }: QuestionProps) {
  const [target, setTarget] = useState<Target | undefined>(() => targetIn(attrs.ref))
  const [label, setLabel] = useState(String(attrs.label ?? ''))
  const [kind, setKind] = useState<(typeof kinds)[number]>(
    attrs.kind === 'secondary' ? 'secondary' : 'primary',
  )
  if (target === undefined)
    return (
      <ChooseTarget
        title="Where the button leads"
        {...where}
        onChoose={(chosen) => {
          setTarget(chosen)
          if (label === '') setLabel(chosen.title)
        }}
        onClose={onClose}
      />
    )
  return (
    <FormDialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          onAnswer({ label: label.trim(), kind, ref: target.ref })
        }}
      >
        <Heading slot="title">Button</Heading>
        <Field label="Words" value={label} onChange={setLabel} isRequired autoFocus />
        <Segments
          label="Look"
          value={kind}
          options={kinds.map((name) => ({ name, words: name === 'primary' ? 'Primary' : 'Secondary' }))}
          onChange={setKind}
        />
        <Button className="button" onPress={() => setTarget(undefined)}>
          Change where it leads
        </Button>
        <FormEnd>
          <Button className="button" data-kind="primary" type="submit">
            {verb}
          </Button>
        </FormEnd>
      </Form>
    </FormDialog>
  )
}

function targetIn(value: unknown): Target | undefined {
  const ref = toRef(value)
  return ref && { ref, title: '' }
}
