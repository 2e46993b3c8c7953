import type { Page } from '@stemma/contract'
import type { ReactNode } from 'react'
import { Button, Form, Heading, Input, Label, TextField } from 'react-aria-components'
import { adviceFor } from '../../app/failures.tsx'
import { emojiOf } from '../../kit/emoji.ts'
import { FormDialog, FormEnd } from '../../kit/form-dialog.tsx'
import { inSidebarLayer } from '../../kit/sidebar-layer.ts'
import { subpages } from './page-actions.ts'
import { countBelow } from './page-moves.ts'
import './page-dialogs.css'

interface RenamePageProps {
  readonly page: Page
  readonly error: Error | null
  readonly isPending: boolean
  readonly onRename: (named: { readonly title: string; readonly emoji: string }) => void
  readonly onClose: () => void
}

/** The title and the emoji of a page. */
export function RenamePage({ page, error, isPending, onRename, onClose }: RenamePageProps) {
  return (
    <Asking onClose={onClose}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          const fields = new FormData(event.currentTarget)
          const text = (name: string) => String(fields.get(name)).trim()
          onRename({ title: text('title'), emoji: text('emoji') })
        }}
      >
        <Heading slot="title">Rename page</Heading>
        <div className="rename-fields">
          <TextField name="emoji" defaultValue={emojiOf(page.emoji ?? '')} maxLength={50}>
            <Label>Emoji</Label>
            <Input autoComplete="off" />
          </TextField>
          <TextField
            name="title"
            defaultValue={page.title}
            isRequired
            maxLength={256}
            validate={(title) => (title.trim() === '' ? 'Write a title.' : null)}
            autoFocus
          >
            <Label>Title</Label>
            <Input autoComplete="off" onFocus={({ target }) => target.select()} />
          </TextField>
        </div>
        {error && <p role="alert">{adviceFor(error)}</p>}
        <FormEnd>
          <Button className="button" data-kind="primary" type="submit" isPending={isPending}>
            Save
          </Button>
        </FormEnd>
      </Form>
    </Asking>
  )
}

interface DeletePageProps {
  readonly page: Page
  readonly onDelete: () => void
  readonly onClose: () => void
}

/** Asks before a page goes, and says what goes with it. */
export function DeletePage({ page, onDelete, onClose }: DeletePageProps) {
  const below = countBelow(page)
  return (
    <Asking onClose={onClose} role="alertdialog">
      <div className="form">
        <Heading slot="title">Delete “{page.title}”?</Heading>
        <p>
          {below > 0 && (
            <>
              <b>{subpages(below)}</b> below it {below === 1 ? 'goes' : 'go'} too.{' '}
            </>
          )}
          Earlier revisions keep {below > 0 ? 'them' : 'it'}.
        </p>
        <FormEnd>
          <Button className="button" data-kind="danger" autoFocus onPress={onDelete}>
            {below > 0 ? 'Delete pages' : 'Delete page'}
          </Button>
        </FormEnd>
      </div>
    </Asking>
  )
}

interface AskingProps {
  readonly role?: 'alertdialog'
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Closes by every way out, above the sidebar that it was opened from. */
function Asking({ onClose, ...dialog }: AskingProps) {
  return (
    <FormDialog isOpen onOpenChange={(isOpen) => isOpen || onClose()} {...inSidebarLayer()} {...dialog} />
  )
}
