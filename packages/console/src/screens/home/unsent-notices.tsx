import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, DialogTrigger, Heading } from 'react-aria-components'
import { useEverySpace } from '../../app/spaces.ts'
import { journal } from '../../editor/saving/journal.ts'
import type { UnsentPage } from '../../editor/saving/unsent.ts'
import { othersUnsentPages, unsentKey, unsentPages } from '../../editor/saving/unsent-pages.ts'
import { FormDialog, FormEnd } from '../../kit/form-dialog.tsx'
import { Notice } from '../../kit/notice.tsx'
import { sayWhen } from '../../kit/when.ts'
import { splatOf } from '../space/place.ts'
import './unsent-notices.css'

interface UnsentNoticesProps {
  readonly organizationId: string
  readonly userId: string
}

/** Words that exist only in this browser come before everything else. */
export function UnsentNotices({ organizationId, userId }: UnsentNoticesProps) {
  const { data = [] } = useQuery(unsentPages(userId))
  const { data: others = 0 } = useQuery(othersUnsentPages(userId))
  const here = data.filter(({ entry }) => entry.organizationId === organizationId)
  if (here.length === 0 && others === 0) return null
  return (
    <section className="unsent" aria-label="Only in this browser">
      {here.map((unsent) => (
        <UnsentNotice key={unsent.entry.place} unsent={unsent} />
      ))}
      {others > 0 && <OthersUnsent count={others} />}
    </section>
  )
}

/** Not what it says, nor where: it belongs to somebody else. */
function OthersUnsent({ count }: { readonly count: number }) {
  return (
    <Notice icon="cloud-slash">
      <p>
        <b>Somebody else’s changes to {count === 1 ? 'a page' : `${count} pages`}</b> exist only in this
        browser. They are sent when their author signs in here.
      </p>
    </Notice>
  )
}

function UnsentNotice({ unsent: { entry, why } }: { readonly unsent: UnsentPage }) {
  const { organizationId, spaceId, title, at, changes } = entry
  const space = useEverySpace({ organizationId }).items.find(({ id }) => id === spaceId)
  const { mutate: sendNow, isPending } = useAgain()
  const isLost = why.kind === 'refused'
  return (
    <Notice tone={isLost ? 'danger' : 'warning'} icon={isLost ? 'warning-circle' : 'cloud-warning'}>
      <p>
        <b>{title || 'Untitled page'}</b> has changes that exist only in this browser. {reasonFor(why)}
        <small className="unsent-place dots">
          {space && <span>{space.title || 'Untitled space'}</span>}
          <span>typed {sayWhen(at)}</span>
        </small>
      </p>
      {isLost ? (
        <>
          {changes.markdown !== undefined && <CopyText text={changes.markdown} />}
          <Discard unsent={{ entry, why }} />
        </>
      ) : (
        <OpenPage unsent={{ entry, why }} />
      )}
      <Button className="button" onPress={() => sendNow()} isPending={isPending}>
        Send now
      </Button>
    </Notice>
  )
}

function reasonFor(why: UnsentPage['why']): string {
  if (why.kind === 'refused') return why.message
  return reasons[why.kind]
}

const reasons = {
  later: 'The server doesn’t answer. They are sent when it does.',
  'signed-out': 'They are sent when you have signed in again.',
  behind: 'Somebody else changed the same text. Open the page to decide.',
} as const

function useAgain() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => queries.refetchQueries({ queryKey: unsentKey }),
    networkMode: 'always',
  })
}

/** The editor opens with the words that were never sent. */
function OpenPage({ unsent: { entry } }: { readonly unsent: UnsentPage }) {
  const { organizationId, spaceId, changeRequestId: id, path } = entry
  const version = id === undefined ? { kind: 'current' as const } : { kind: 'change' as const, id }
  return (
    <Link
      className="button"
      to="/o/$organizationId/s/$spaceId/$"
      params={{ organizationId, spaceId, _splat: splatOf({ version, path }) }}
      search={{ view: 'visual' }}
    >
      Open
    </Link>
  )
}

function CopyText({ text }: { readonly text: string }) {
  return (
    <Button className="button" onPress={() => navigator.clipboard.writeText(text)}>
      Copy as Markdown
    </Button>
  )
}

/** The page may be gone for good: then its words can only be taken elsewhere, or thrown away. */
function Discard({ unsent: { entry } }: { readonly unsent: UnsentPage }) {
  const { mutate } = useAgain()
  const discard = async () => {
    await journal.settle(entry)
    mutate()
  }
  return (
    <DialogTrigger>
      <Button className="button">Discard</Button>
      <FormDialog role="alertdialog">
        <div className="form">
          <Heading slot="title">Discard the changes to “{entry.title || 'Untitled page'}”?</Heading>
          <p>They exist only in this browser: nobody can bring them back.</p>
          <FormEnd>
            <Button className="button" data-kind="danger" autoFocus onPress={discard}>
              Discard changes
            </Button>
          </FormEnd>
        </div>
      </FormDialog>
    </DialogTrigger>
  )
}
