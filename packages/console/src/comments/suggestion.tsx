import type { Comment } from '@stemma/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'react-aria-components'
import { announce } from '../app/announcements.tsx'
import { adviceFor } from '../app/failures.tsx'
import { diffLines } from '../kit/diff/lines.ts'
import { SourceLines } from '../kit/diff/source-lines.tsx'
import { isOpen } from './discussion.ts'
import { applySuggestion, blockSource, UnfitSuggestion } from './suggestions.ts'
import { useTalk } from './talk.ts'
import './suggestion.css'

interface SuggestionProps {
  readonly comment: Comment
  /** The text that it suggests. */
  readonly text: string
}

/** A text in the place of a block. People who may edit take it with one press. */
export function Suggestion({ comment, text }: SuggestionProps) {
  const { discussion, mayEdit } = useTalk()
  const { page, node } = comment.target
  const isStale = node === undefined || page?.outdated !== false
  const place = { discussion, pageId: page?.id ?? '', node: node?.id ?? '' }
  const isWaiting = isOpen(comment)
  const { data } = useQuery({
    ...blockSource(place),
    enabled: isWaiting && !isStale && discussion.changeRequestId !== undefined,
    throwOnError: false,
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => applySuggestion(place, comment.id),
    onSuccess: () => {
      announce('Suggestion applied')
      document.getElementById('main')?.focus({ preventScroll: true })
    },
    networkMode: 'always',
  })
  return (
    <div className="suggestion">
      <p className="suggestion-head">Suggests another text</p>
      <SourceLines lines={data ? diffLines(data.text, text) : insertedIn(text)} />
      {isWaiting && isStale && <p>The block has changed since, so this can’t be applied by itself.</p>}
      {isWaiting && !isStale && mayEdit && (
        <Button className="button" data-kind="primary" isPending={isPending} onPress={() => mutate()}>
          Apply the suggestion
        </Button>
      )}
      {error && <p role="alert">{error instanceof UnfitSuggestion ? error.message : adviceFor(error)}</p>}
    </div>
  )
}

/** While the text of the block isn't known, or not any more. */
function insertedIn(text: string) {
  return text.split('\n').map((line, at) => ({ kind: 'inserted' as const, text: line, after: at + 1 }))
}
