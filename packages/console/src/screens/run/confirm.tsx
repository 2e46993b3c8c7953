import { operations } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Heading } from 'react-aria-components'
import { api } from '../../app/client.ts'
import { FormDialog, FormEnd } from '../../kit/form-dialog.tsx'
import type { Callable } from './reach.ts'

interface ConfirmProps {
  readonly operation: Callable
  readonly input: { readonly params?: Readonly<Record<string, string>> }
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Asks before something is deleted, and names it. */
export function Confirm({ operation, input, onClose, onConfirm }: ConfirmProps) {
  const name = useName(operation, input)
  return (
    <FormDialog role="alertdialog" isOpen onOpenChange={onClose}>
      <div className="form">
        <Heading slot="title">
          {operation.summary}: {name}?
        </Heading>
        <p>Whoever uses it loses it. The description of the operation says whether it can be restored.</p>
        <FormEnd>
          <Button
            className="button"
            data-kind="danger"
            autoFocus
            onPress={() => {
              onClose()
              onConfirm()
            }}
          >
            {operation.summary}
          </Button>
        </FormEnd>
      </div>
    </FormDialog>
  )
}

/** The name of what is at the same path, if it can be read; else its ID. */
function useName({ path }: Callable, { params = {} }: ConfirmProps['input']): string {
  const reading = Object.entries<Callable>(operations).find(
    ([, one]) => one.method === 'GET' && one.path === path,
  )
  const { data } = useQuery({
    queryKey: ['name of', path, params],
    enabled: reading !== undefined,
    throwOnError: false,
    queryFn: () => read(reading?.[0] ?? '', params),
  })
  return `“${nameIn(data) ?? Object.values(params).at(-1) ?? ''}”`
}

type Read = (id: string, input: object) => Promise<{ readonly data: unknown }>

async function read(id: string, params: Readonly<Record<string, string>>): Promise<unknown> {
  return (await (api.request as unknown as Read)(id, { params })).data
}

function nameIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const found = nameFields.map((field) => (data as Readonly<Record<string, unknown>>)[field])
  return found.find((one) => typeof one === 'string' && one !== '') as string | undefined
}

const nameFields = ['title', 'subject', 'name', 'displayName', 'hostname', 'url', 'source', 'email']
