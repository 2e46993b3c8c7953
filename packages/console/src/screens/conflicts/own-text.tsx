import type { ChangeRequest, Conflict } from '@stemma/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment, type RefObject, useId } from 'react'
import { Button } from 'react-aria-components'
import { bothTexts } from '../../kit/both-texts.ts'
import { BlocksText } from '../changes/blocks-text.tsx'
import { useDecisions } from './decisions.ts'
import { blocksIn, placeIn } from './reading.ts'

interface OwnTextProps {
  readonly conflict: Conflict
  readonly one: ChangeRequest
  readonly organizationId: string
  readonly field: RefObject<HTMLTextAreaElement | null>
}

/** A text in the place of both sides, as it is written and as readers will see it. */
export function OwnText({ conflict, one, organizationId, field }: OwnTextProps) {
  const { decisions, decide } = useDecisions(one.id)
  const id = useId()
  const text = decisions[conflict.id]?.text ?? ''
  const [ours, theirs] = [conflict.ours, conflict.theirs].map((side) => String(side ?? ''))
  const isPage = conflict.kind === 'document'
  const write = (next: string) => decide(conflict.id, { text: next })
  const begins = {
    ours,
    theirs,
    ...(isPage && { both: bothTexts(ours ?? '', theirs ?? '') }),
  }
  return (
    <>
      <div className="own-panes" data-page={isPage || undefined}>
        <div>
          <label htmlFor={id}>{isPage ? 'Markdown' : 'Text'}</label>
          <textarea
            id={id}
            ref={field}
            rows={isPage ? 6 : 1}
            spellCheck={false}
            value={text}
            onChange={({ target }) => write(target.value)}
            onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
          />
        </div>
        {isPage && (
          <section aria-label="Preview">
            <h3>Preview</h3>
            <Preview text={text} one={one} organizationId={organizationId} />
          </section>
        )}
      </div>
      <p className="own-begin">
        Start from
        {Object.entries(begins).map(([name, begin = '']) => (
          <Fragment key={name}>
            {' '}
            <Button className="button" data-kind="quiet" onPress={() => write(begin)}>
              {name}
            </Button>
          </Fragment>
        ))}
      </p>
    </>
  )
}

interface PreviewProps extends Pick<OwnTextProps, 'one' | 'organizationId'> {
  readonly text: string
}

function Preview({ text, one, organizationId }: PreviewProps) {
  const { data } = useQuery({ ...blocksIn(text), placeholderData: keepPreviousData })
  if (text.trim() === '') return <p className="conflict-none">Nothing stays here.</p>
  return <BlocksText place={placeIn(one, organizationId)} nodes={data?.nodes ?? []} />
}
