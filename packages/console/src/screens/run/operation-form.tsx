import { ApiFailure } from '@stemma/client'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Form as AriaForm, Button } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { api } from '../../app/client.ts'
import { adviceFor } from '../../app/failures.tsx'
import { queryClient } from '../../app/queries.ts'
import { Confirm } from './confirm.tsx'
import { FieldInput } from './field-input.tsx'
import { type Field, type Form, fieldsOf, placeDetails, readForm, type Values } from './form.ts'
import type { Callable } from './reach.ts'
import { Result } from './result.tsx'
import '../../kit/form.css'

interface OperationFormProps {
  readonly organizationId: string
  readonly id: string
  readonly operation: Callable
  readonly form: Form
  /** What the console knows already. */
  readonly known: Values
}

type Call = (id: string, input: object) => Promise<{ readonly data: unknown; readonly status: number }>

// The types of `request` depend on the operation, which the URL names here.
const call = api.request as unknown as Call

export function OperationForm({ organizationId, id, operation, form, known }: OperationFormProps) {
  const fields = useMemo(() => fieldsOf(form), [form])
  const [typed, setTyped] = useState<Values>(() => ({ ...defaultsOf(fields), ...known }))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [asked, setAsked] = useState<object>()
  const { mutate, data, error, isPending, reset } = useRun(id, operation)
  const isReading = operation.method === 'GET'
  const rejected = placeDetails(fields, detailsOf(error))
  /** Messages go while somebody types, not when they press the button: it would move away from them. */
  const type = ({ pointer }: Field, text: string) => {
    setTyped((before) => ({ ...before, [pointer]: text }))
    setProblems(({ [pointer]: _, ...others }) => others)
    if (error) reset()
  }
  const send = (input: object) => mutate(input, { onSuccess: () => announce('Done') })
  return (
    <>
      <AriaForm
        className="form run-form"
        // The messages are our own: those of the browser would be in other words.
        validationBehavior="aria"
        validationErrors={{ ...rejected.problems, ...problems }}
        onSubmit={(event) => {
          event.preventDefault()
          const read = readForm(fields, typed)
          setProblems(read.problems ?? {})
          if (read.problems !== undefined) return
          if (operation.method === 'DELETE') setAsked(read.input)
          else send(read.input)
        }}
      >
        {fields.filter(isAsked).map((field) => (
          <FieldInput
            key={field.pointer}
            field={field}
            organizationId={organizationId}
            value={typed[field.pointer] ?? ''}
            onChange={(text) => type(field, text)}
          />
        ))}
        {!fields.some(isAsked) && <p>It takes nothing: you can run it as it is.</p>}
        {error && <p role="alert">{[adviceFor(error), ...rejected.others].join(' ')}</p>}
        <Button className="button" data-kind="primary" type="submit" isPending={isPending}>
          {isPending ? 'Running…' : isReading ? 'Read' : operation.summary}
        </Button>
      </AriaForm>
      {asked && (
        <Confirm
          operation={operation}
          input={asked}
          onClose={() => setAsked(undefined)}
          onConfirm={() => send(asked)}
        />
      )}
      {data && <Result status={data.status} data={data.data} />}
    </>
  )
}

function useRun(id: string, { method }: Callable) {
  return useMutation({
    // Without a network it fails in words, instead of waiting where nobody sees it.
    networkMode: 'always',
    mutationFn: (input: object) => call(id, input),
    // Nobody knows what it changed, so everything is read again.
    onSuccess: () => (method === 'GET' ? undefined : queryClient.invalidateQueries()),
  })
}

function detailsOf(error: unknown): readonly { readonly pointer: string; readonly message: string }[] {
  return error instanceof ApiFailure && Array.isArray(error.details) ? error.details : []
}

/** The organization is the one whose screen this is. */
function isAsked({ pointer }: Field): boolean {
  return pointer !== '/params/organizationId'
}

/** A required choice begins with its first value. */
function defaultsOf(fields: readonly Field[]): Values {
  const chosen = fields.filter(({ kind, isRequired }) => kind === 'choice' && isRequired)
  return Object.fromEntries(chosen.map(({ pointer, options: [first = ''] }) => [pointer, first]))
}
