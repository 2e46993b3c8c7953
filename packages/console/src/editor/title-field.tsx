import type { DocumentPage } from '@stemma/contract'
import { useEffect, useRef, useState } from 'react'
import { isUnwritten, titleInside } from '../screens/space/page-title.ts'
import type { PageWriter } from './saving/page-writer.ts'
import './title-field.css'

interface TitleFieldProps {
  readonly page: DocumentPage
  readonly writer: PageWriter | undefined
  /** The person goes on to the text. */
  readonly onDown: () => void
}

/** The title and the description of a page. A text that begins with its title needs no second one. */
export function TitleField({ page, writer, onDown }: TitleFieldProps) {
  const [title, setTitle] = useState(page.title)
  const [description, setDescription] = useState(page.description ?? '')
  const isInside = titleInside(page)
  const field = useRef<HTMLTextAreaElement>(null)
  const [isFirst] = useState(isUnwritten(page))
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
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              onDown()
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
