import { useMemo, useState } from 'react'
import { Form as AriaForm, Button } from 'react-aria-components'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import type { OperationId } from '../../app/operations.ts'
import { Notice } from '../../kit/notice.tsx'
import { Answer } from './answer.tsx'
import { Confirm, isDestructive } from './confirm.tsx'
import { type Draft, type Problems, partsIn, textIn } from './draft.ts'
import { FillingContext } from './filling.ts'
import { type Form, type Input, placeDetails, readForm, rewriteBody, shapeOf, startForm } from './form.ts'
import { FormParts } from './form-parts.tsx'
import { type Callable, isRefused } from './reach.ts'
import { detailsOf, useFocusOnProblem, useRun } from './running.ts'
import { useStanding } from './standing.ts'
import '../../kit/form.css'

interface OperationFormProps {
  readonly organizationId: string
  readonly id: string
  readonly operation: Callable
  readonly form: Form
  /** The parameters of the path that the console knows already. */
  readonly known: Readonly<Record<string, string>>
}

/** A form for what an operation takes, and what the server answers. */
export function OperationForm({ organizationId, id, operation, form, known }: OperationFormProps) {
  const [isRaw, setRaw] = useState(false)
  const shape = useMemo(() => shapeOf(form, isRaw), [form, isRaw])
  const [draft, setDraft] = useState<Draft>(() => startForm(shape, known))
  const [found, setFound] = useState<Problems>({})
  const [asked, setAsked] = useState<Input>()
  const { mutate: send, data, variables, error, isPending, submittedAt, reset } = useRun(id, operation)
  const rejected = placeDetails(shape, draft, detailsOf(error, operation))
  const problems = { ...rejected.problems, ...found }
  const element = useFocusOnProblem(problems)
  /** Messages go while somebody types, not when they press the button: it would move away from them. */
  const put = (next: Draft) => {
    setDraft(next)
    setFound({})
    if (error) reset()
  }
  const writeAs = (toRaw: boolean) => {
    const next = rewriteBody(form, draft, toRaw)
    if (next === undefined) return setFound({ '/body': 'The fields can’t show this. Check the JSON first.' })
    put(next)
    setRaw(toRaw)
  }
  const submit = () => {
    const read = readForm(shape, draft)
    setFound(read.problems ?? {})
    if (read.problems !== undefined) return
    if (isDestructive(id, operation)) setAsked(read.input)
    else send(read.input)
  }
  return (
    <FillingContext value={{ organizationId, operation, params: paramsIn(draft), problems }}>
      <AriaForm
        ref={element}
        className="form run-form"
        // The messages are our own: those of the browser would be in other words.
        validationBehavior="aria"
        validationErrors={problems}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <FormParts shape={shape} draft={draft} isRaw={isRaw} onChange={put} onRaw={writeAs} />
        {error && <p role="alert">{[adviceFor(error), ...rejected.others].join(' ')}</p>}
        <Send
          id={id}
          operation={operation}
          organizationId={organizationId}
          params={paramsIn(draft)}
          isPending={isPending}
        />
      </AriaForm>
      {asked && (
        <Confirm
          operation={operation}
          about={form.description}
          input={asked}
          onClose={() => setAsked(undefined)}
          onConfirm={() => send(asked)}
        />
      )}
      {data && <Answer key={submittedAt} id={id} input={variables ?? {}} {...data} />}
    </FillingContext>
  )
}

interface SendProps extends Pick<OperationFormProps, 'id' | 'operation' | 'organizationId'> {
  readonly params: Readonly<Record<string, string>>
  readonly isPending: boolean
}

/** The button, unless the person’s role or level rules the operation out. */
function Send({ id, operation, organizationId, params, isPending }: SendProps) {
  const standing = useStanding(organizationId, params.spaceId)
  if (isRefused(operation, standing))
    return (
      <Notice icon="info">
        <p>Your role doesn’t allow this operation. Ask an admin for the access that it needs.</p>
      </Notice>
    )
  const named = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''))
  return (
    <Button
      {...offers(id as OperationId, named)}
      className="button"
      data-kind="primary"
      type="submit"
      isPending={isPending}
    >
      {isPending ? 'Running…' : operation.method === 'GET' ? 'Read' : operation.summary}
    </Button>
  )
}

function paramsIn(draft: Draft): Readonly<Record<string, string>> {
  const params = Object.entries(partsIn(partsIn(draft).params))
  return Object.fromEntries(params.map(([name, value]) => [name, textIn(value)]))
}
