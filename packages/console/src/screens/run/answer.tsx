import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { adviceFor } from '../../app/failures.tsx'
import { callAny } from '../../app/operations.ts'
import { saveFile } from '../../app/save-file.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Segments } from '../../kit/segments.tsx'
import type { Input } from './form.ts'
import { Readable } from './readable.tsx'

interface AnswerProps {
  readonly id: string
  readonly input: Input
  readonly status: number
  readonly data: unknown
}

const looks = [
  { name: 'readable', words: 'Readable' },
  { name: 'json', words: 'JSON' },
] as const

/** What the server answered: to read, to copy and to keep. */
export function Answer({ id, input, status, data }: AnswerProps) {
  const [look, setLook] = useState<'readable' | 'json'>('readable')
  const { whole, more } = useParts(id, input, data)
  if (data === undefined)
    return (
      <Notice icon="check-circle" tone="success">
        <p>Done. The server answered with status {status}, and nothing to show.</p>
      </Notice>
    )
  const text = JSON.stringify(whole, null, 2)
  const save = () => saveFile(new Blob([text], { type: 'application/json' }), `${id}.json`)
  return (
    <section className="run-answer" aria-labelledby="run-answer">
      <header>
        <h2 id="run-answer">
          Answer <span className="count">status {status}</span>
        </h2>
        <Segments label="Show as" value={look} options={looks} onChange={setLook} />
        <CopyButton text={text} label="Copy the answer" />
        <Button className="button" onPress={save}>
          <Icon name="download-simple" /> Download
        </Button>
      </header>
      {look === 'readable' ? (
        <Readable value={whole} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse, this is how it scrolls.
        <pre tabIndex={0}>{text}</pre>
      )}
      {more}
    </section>
  )
}

interface Listed {
  readonly items: readonly unknown[]
  readonly next?: { readonly page: string }
}

/** A list with the parts that were read after the first, and the button for the next. */
function useParts(id: string, { query, ...input }: Input, data: unknown) {
  const [later, setLater] = useState<readonly Listed[]>([])
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (page: string) =>
      (await callAny(id, { ...input, query: { ...query, page } })).data as Listed,
    onSuccess: (part) => {
      announce(`${part.items.length} more`)
      setLater((before) => [...before, part])
    },
  })
  if (!isListed(data)) return { whole: data, more: null }
  const { next, ...whole } = { ...data, items: [data, ...later].flatMap(({ items }) => items) }
  const page = (later.at(-1) ?? data).next?.page
  const more = page !== undefined && (
    <>
      {error && <p role="alert">{adviceFor(error)}</p>}
      <Button className="button" isPending={isPending} onPress={() => mutate(page)}>
        {isPending ? 'Reading…' : 'Show more'}
      </Button>
    </>
  )
  return { whole, more }
}

function isListed(data: unknown): data is Listed {
  return typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items)
}
