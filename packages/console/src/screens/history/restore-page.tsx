import type { RevisionSummary, Space } from '@stemma/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, DialogTrigger, Heading } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { adviceFor } from '../../app/failures.tsx'
import { FormDialog, FormEnd } from '../../kit/form-dialog.tsx'
import { Icon } from '../../kit/icon.tsx'
import { sayMoment } from '../../kit/when.ts'
import { changedIn } from '../changes/changed.ts'
import { mayWrite, offersWriting, openDraft, writeContent } from '../space/writing.ts'
import { changesBetween } from './history.ts'
import { authorOf, titleOf } from './in-words.ts'

interface RestorePageProps {
  readonly organizationId: string
  readonly space: Space
  readonly pageId: string
  readonly revision: RevisionSummary
  readonly onRestored: (restored: { readonly id: string; readonly title: string }) => void
}

const current = { kind: 'current' } as const

/** Gives one page back as it was in a revision. A revision that deleted the page has nothing to give back. */
export function RestorePage(props: RestorePageProps) {
  const { space, pageId, revision } = props
  const between = { to: revision.id, from: revision.parents[0] }
  const { data } = useQuery({ ...changesBetween(space.id, between, 'all'), throwOnError: false })
  const item = data && changedIn(data.changes).find(({ id }) => id === pageId)
  if (item === undefined || item.kind === 'deleted' || !mayWrite(space, current)) return null
  return (
    <DialogTrigger>
      <Button className="button" data-kind="primary" {...offersWriting(space, current)}>
        <Icon name="clock-counter-clockwise" />
        Restore this page
      </Button>
      <FormDialog>{({ close }) => <Question {...props} title={item.title} onClose={close} />}</FormDialog>
    </DialogTrigger>
  )
}

interface QuestionProps extends RestorePageProps {
  readonly title: string
  readonly onClose: () => void
}

function Question({ title, onClose, ...props }: QuestionProps) {
  const { space, revision } = props
  const { mutate, isPending, error } = useRestorePage(props, onClose)
  return (
    <div className="form">
      <Heading slot="title">Restore “{title}”?</Heading>
      <p>
        The page gets the title, text and place back that it had in “{titleOf(revision)}” (
        {authorOf(revision)}, {sayMoment(revision.createdAt)}). Other pages stay as they are.{' '}
        {space.editMode === 'live'
          ? 'This is a new revision; none is deleted.'
          : 'The space is locked, so this opens a draft change request.'}
      </p>
      {error && <p role="alert">{adviceFor(error)}</p>}
      <FormEnd>
        <Button
          className="button"
          data-kind="primary"
          autoFocus
          isPending={isPending}
          onPress={() => mutate()}
        >
          Restore this page
        </Button>
      </FormEnd>
    </div>
  )
}

function useRestorePage(
  { organizationId, space, pageId, revision, onRestored }: RestorePageProps,
  onDone: () => void,
) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      const version = await openDraft(space, current)
      const change = { operation: 'revert_page', page: pageId, revision: revision.id } as const
      return { version, ...(await writeContent(space.id, version, [change])) }
    },
    onSuccess: async ({ version, revision: id }) => {
      announce('Restored')
      onDone()
      if (version.kind === 'change')
        return navigate({
          to: '/o/$organizationId/s/$spaceId/~/review/$number',
          params: { organizationId, spaceId: space.id, number: version.id },
        })
      onRestored({ id, title: titleOf(revision) })
      return navigate({ to: '.', search: { to: id, page: pageId } })
    },
    networkMode: 'always',
  })
}
