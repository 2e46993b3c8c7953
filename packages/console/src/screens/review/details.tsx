import type { ChangeRequest } from '@stemma/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Button,
  DialogTrigger,
  Form,
  Heading,
  Input,
  Label,
  TextArea,
  TextField,
} from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { api } from '../../app/client.ts'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { FormDialog, FormEnd } from '../../kit/form-dialog.tsx'
import { BlocksText } from '../changes/blocks-text.tsx'
import { blocksIn, markdownOf, placeIn } from '../conflicts/reading.ts'
import { useReadAgain } from './review.ts'

interface DescriptionProps {
  readonly one: ChangeRequest
  readonly organizationId: string
}

/** What a change request is about, in the words of its author. */
export function Description({ one, organizationId }: DescriptionProps) {
  const { nodes } = one.description ?? { nodes: [] }
  if (nodes.length === 0) return <p className="review-note">There is no description.</p>
  return <BlocksText nodes={nodes} place={placeIn(one, organizationId)} />
}

/** Changes the subject and the description. */
export function EditDetails({ one }: { readonly one: ChangeRequest }) {
  return (
    <DialogTrigger>
      <Button
        className="button"
        {...offers(
          'updateChangeRequestById',
          { spaceId: one.space, changeRequestId: String(one.number) },
          { subject: one.subject },
        )}
      >
        Edit subject and description
      </Button>
      <FormDialog>{({ close }) => <DetailsForm one={one} onDone={close} />}</FormDialog>
    </DialogTrigger>
  )
}

interface DetailsFormProps {
  readonly one: ChangeRequest
  readonly onDone: () => void
}

function DetailsForm({ one, onDone }: DetailsFormProps) {
  const { data: text, error: unread } = useQuery({
    ...markdownOf(one.description?.nodes ?? []),
    throwOnError: false,
  })
  const { mutate, isPending, error } = useSave(one, text, onDone)
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const fields = new FormData(event.currentTarget)
        mutate({ subject: String(fields.get('subject')), description: String(fields.get('description')) })
      }}
    >
      <Heading slot="title">Edit subject and description</Heading>
      <TextField name="subject" maxLength={100} autoFocus defaultValue={one.subject}>
        <Label>Subject</Label>
        <Input />
      </TextField>
      {text !== undefined && (
        <TextField name="description" defaultValue={text.trimEnd()}>
          <Label>Description, in Markdown</Label>
          <TextArea rows={8} />
        </TextField>
      )}
      {(error ?? unread) && <p role="alert">{adviceFor(error ?? unread)}</p>}
      <FormEnd>
        <Button
          className="button"
          data-kind="primary"
          type="submit"
          isPending={isPending}
          isDisabled={text === undefined}
        >
          Save
        </Button>
      </FormEnd>
    </Form>
  )
}

interface Details {
  readonly subject: string
  readonly description: string
}

/** Sends only what is different: somebody else may have changed the rest. */
function useSave(one: ChangeRequest, before: string | undefined, onDone: () => void) {
  const readAgain = useReadAgain(one)
  const queries = useQueryClient()
  const params = { spaceId: one.space, changeRequestId: String(one.number) }
  return useMutation({
    mutationFn: async ({ subject, description }: Details) => {
      const isSame = description.trimEnd() === before?.trimEnd()
      const nodes = isSame ? [] : (await queries.ensureQueryData(blocksIn(description))).nodes
      const body = {
        ...(subject !== one.subject && { subject }),
        ...(!isSame && { description: { object: 'document' as const, data: {}, nodes: [...nodes] } }),
      }
      await api.updateChangeRequestById({ params, body })
    },
    onSuccess: () => {
      announce('Saved')
      onDone()
      return readAgain()
    },
    networkMode: 'always',
  })
}
