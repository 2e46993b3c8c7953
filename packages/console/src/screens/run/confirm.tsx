import { operations } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { callAny } from '../../app/operations.ts'
import { Question } from '../../kit/question.tsx'
import type { Input } from './form.ts'
import type { Callable } from './reach.ts'
import { nameOf } from './things.ts'
import { WithCode } from './with-code.ts'

interface ConfirmProps {
  readonly operation: Callable
  /** What the contract says about the effect. */
  readonly about: string | undefined
  readonly input: Input
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** What takes something from other people, and is no DELETE. */
const destructive: ReadonlySet<string> = new Set(['unpublishSite', 'transferSpace', 'transferCollection'])

export function isDestructive(id: string, { method }: Callable): boolean {
  return method === 'DELETE' || destructive.has(id)
}

/** Asks before something is taken away: names it, and says what will happen. */
export function Confirm({ operation, about, input, onClose, onConfirm }: ConfirmProps) {
  const name = useName(operation, input)
  return (
    <Question
      title={`${operation.summary}: ${name}?`}
      action={operation.summary}
      onClose={onClose}
      onConfirm={() => {
        onClose()
        onConfirm()
      }}
    >
      <p>{about === undefined ? 'This takes effect at once.' : <WithCode text={about} />}</p>
    </Question>
  )
}

/** The name of what is at the same path, if it can be read; else its ID. */
function useName({ path, summary }: Callable, { params = {} }: Input): string {
  const place = path.replace(/\/(?:unpublish|transfer)$/, '')
  const reading = Object.entries<Callable>(operations).find(
    ([, one]) => one.method === 'GET' && one.path === place,
  )
  const { data } = useQuery({
    queryKey: ['name of', place, params],
    enabled: reading !== undefined,
    throwOnError: false,
    queryFn: async () => (await callAny(reading?.[0] ?? '', { params })).data,
  })
  return `“${nameOf(data) ?? Object.values(params).at(-1) ?? summary}”`
}
