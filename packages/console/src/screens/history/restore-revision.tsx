import type { RevisionSummary } from '@stemma/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, DialogTrigger, Heading } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { useWrite } from '../../app/operations.ts'
import { FormDialog, FormEnd } from '../../kit/form-dialog.tsx'
import { Icon } from '../../kit/icon.tsx'
import { sayMoment } from '../../kit/when.ts'
import { type Changed, changedIn } from '../changes/changed.ts'
import { kindIcons, kindInWords } from '../changes/kinds.ts'
import { changesBetween } from './history.ts'
import { authorOf, numberOf, titleOf } from './in-words.ts'
import './restore-revision.css'

interface RestoreRevisionProps {
  readonly organizationId: string
  readonly spaceId: string
  readonly revision: RevisionSummary
  /** The newest revision, which is replaced. */
  readonly head: RevisionSummary
  readonly onRestored: (restored: { readonly id: string; readonly title: string }) => void
}

/** Says what a restore will change before it does so. */
export function RestoreRevision(props: RestoreRevisionProps) {
  return (
    <DialogTrigger>
      <Button
        className="button"
        data-kind="primary"
        {...offers('restoreRevision', { spaceId: props.spaceId, revisionId: props.revision.id })}
      >
        <Icon name="clock-counter-clockwise" />
        Restore
      </Button>
      <FormDialog>{({ close }) => <Preview {...props} onClose={close} />}</FormDialog>
    </DialogTrigger>
  )
}

interface PreviewProps extends RestoreRevisionProps {
  readonly onClose: () => void
}

function Preview({ spaceId, revision, head, onRestored, onClose }: PreviewProps) {
  // What is read again after the restore doesn't change the question.
  const [between] = useState({ to: revision.id, from: head.id })
  const { data, error: unread } = useQuery({
    ...changesBetween(spaceId, between, 'all'),
    throwOnError: false,
  })
  const restore = useRestore(spaceId, revision, (restored) => {
    onClose()
    onRestored(restored)
  })
  const items = data && changedIn(data.changes)
  const error = restore.error ?? unread
  return (
    <div className="form">
      <Heading slot="title">Restore this revision?</Heading>
      <p>
        The space gets the content of “{titleOf(revision)}” ({authorOf(revision)},{' '}
        {sayMoment(revision.createdAt)}) again, as a new revision. No revision is deleted.
      </p>
      <div className="restore-preview" aria-busy={items === undefined && unread === null}>
        {items && <Affected items={items} more={data.more ?? 0} />}
      </div>
      {items && items.length > 0 && (
        <Link className="restore-compare" to="." search={between} onClick={onClose}>
          Show these changes
        </Link>
      )}
      {error && <p role="alert">{adviceFor(error)}</p>}
      <FormEnd>
        {items && items.length > 0 && (
          <Button
            className="button"
            data-kind="primary"
            autoFocus
            isPending={restore.isPending}
            onPress={restore.act}
          >
            Restore
          </Button>
        )}
      </FormEnd>
    </div>
  )
}

interface AffectedProps {
  readonly items: readonly Changed[]
  readonly more: number
}

/** Everything that the space will get, lose or have in another form. */
function Affected({ items, more }: AffectedProps) {
  if (items.length === 0) return <p>The space has this content already: there is nothing to restore.</p>
  return (
    <>
      <h3 id="affected">This changes {affectedIn(items)}</h3>
      <ul aria-labelledby="affected">
        {items.map((item) => (
          <li key={item.id}>
            <Icon name={kindIcons[item.kind]} />
            <span className="cut">{item.title}</span>
            <small>{kindInWords(item)}</small>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{numberOf(more, 'more change')}</p>}
    </>
  )
}

const nouns = { page: 'page', file: 'file', other: 'other thing' } as const

function affectedIn(items: readonly Changed[]): string {
  return (['page', 'file', 'other'] as const)
    .map((type) => ({ type, count: items.filter((item) => item.type === type).length }))
    .flatMap(({ type, count }) => (count > 0 ? [numberOf(count, nouns[type])] : []))
    .join(', ')
}

function useRestore(
  spaceId: string,
  revision: RevisionSummary,
  onRestored: RestoreRevisionProps['onRestored'],
) {
  const { mutate, isPending, error } = useWrite('restoreRevision')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const act = () =>
    mutate(
      { params: { spaceId, revisionId: revision.id } },
      {
        onSuccess: async ({ revision: id }) => {
          await queries.invalidateQueries({ queryKey: ['spaces', spaceId] })
          announce('Restored')
          onRestored({ id, title: titleOf(revision) })
          await navigate({ to: '.', search: { to: id } })
        },
      },
    )
  return { act, isPending, error }
}
