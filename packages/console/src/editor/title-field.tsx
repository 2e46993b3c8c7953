import type { DocumentPage } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isUnnamed, takesPath } from '../screens/space/first-path.ts'
import { isUnwritten, titleInside, untitled } from '../screens/space/page-title.ts'
import type { Editing } from './editing.ts'
import type { PageKey } from './saving/delivery.ts'
import type { PageWriter } from './saving/page-writer.ts'
import './title-field.css'

interface TitleFieldProps {
  readonly page: DocumentPage
  readonly place: PageKey
  readonly editing: Editing | undefined
}

/** The title and the description of a page. A text that begins with its title needs no second one. */
export function TitleField({ page, place, editing }: TitleFieldProps) {
  const writer = editing?.writer
  const [title, setTitle] = useState(page.title)
  const [description, setDescription] = useState(page.description ?? '')
  const isInside = titleInside(page)
  const field = useRef<HTMLTextAreaElement>(null)
  const [isFirst] = useState(isUnwritten(page))
  const takePath = useFirstPath(page, place, writer)
  const isReady = isFirst && writer !== undefined
  useEffect(() => {
    if (!isReady) return
    field.current?.focus()
    field.current?.select()
  }, [isReady])
  return (
    <div className="title-field">
      {isInside ? (
        <h1 className="hidden-text">{page.title}</h1>
      ) : (
        <h1>
          <textarea
            ref={field}
            aria-label="Title"
            rows={1}
            maxLength={256}
            placeholder="Title"
            value={title}
            readOnly={writer === undefined}
            onChange={({ target }) => {
              const next = target.value.replaceAll('\n', ' ')
              setTitle(next)
              if (next.trim() !== '') writer?.touch({ title: next })
            }}
            onBlur={() => takePath(title)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              editing?.visual.view.focus()
            }}
          />
        </h1>
      )}
      <textarea
        className="page-lead"
        aria-label="Description"
        rows={1}
        maxLength={1024}
        placeholder="Add a description"
        value={description}
        readOnly={writer === undefined}
        onChange={({ target }) => {
          setDescription(target.value)
          writer?.touch({ description: target.value })
        }}
      />
    </div>
  )
}

/** The first title gives the page its path: as soon as it is whole, and once. */
function useFirstPath(page: DocumentPage, { spaceId, version }: PageKey, writer: PageWriter | undefined) {
  const [isOpenedUnnamed] = useState(isUnnamed(page))
  const isTaken = useRef(false)
  const { data: mayTake = false } = useQuery({
    queryKey: ['first-path', spaceId, version, page.id],
    queryFn: () => takesPath(spaceId, version, page),
    enabled: isOpenedUnnamed,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (title: string) => {
    const isNamed = title.trim() !== '' && title !== untitled
    if (!mayTake || isTaken.current || !isNamed) return
    isTaken.current = true
    writer?.touch({ slug: '' })
  }
}
