import type { Comment, CommentReply } from '@stemma/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Heading, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { announce } from '../app/announcements.tsx'
import { adviceFor } from '../app/failures.tsx'
import { FormDialog, FormEnd } from '../kit/form-dialog.tsx'
import { Icon } from '../kit/icon.tsx'
import { offersAbout } from './offers-about.ts'
import { useTalk } from './talk.ts'
import { type PostedKey, remove } from './writes.ts'
import '../kit/menu.css'

interface PostedMenuProps {
  readonly posted: Comment | CommentReply
  readonly postedKey: PostedKey
  readonly onEdit: () => void
}

/** What can be done with a comment or a reply. What its reader may not do isn't there. */
export function PostedMenu({ posted, postedKey, onEdit }: PostedMenuProps) {
  const { discussion, hrefOf } = useTalk()
  const [isAsking, setAsking] = useState(false)
  const { permissions, postedBy } = posted
  const copyLink = async () => {
    await navigator.clipboard.writeText(new URL(hrefOf(postedKey.commentId), location.origin).href)
    announce('Link copied')
  }
  return (
    <>
      <MenuTrigger>
        <Button className="icon-button" aria-label={`Actions for the comment of ${postedBy.displayName}`}>
          <Icon name="dots-three" />
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu className="menu" aria-label="Comment">
            <MenuItem className="menu-item" textValue="Copy link" onAction={() => void copyLink()}>
              <Icon name="link-simple" /> Copy link
            </MenuItem>
            {permissions.edit && (
              <MenuItem
                {...offersAbout(discussion, 'change', postedKey, { body: { markdown: 'Edited' } })}
                className="menu-item"
                textValue="Edit"
                onAction={onEdit}
              >
                <Icon name="pencil-simple" /> Edit
              </MenuItem>
            )}
            {permissions.delete && (
              <MenuItem
                {...offersAbout(discussion, 'delete', postedKey)}
                className="menu-item"
                textValue="Delete"
                onAction={() => setAsking(true)}
              >
                <Icon name="trash" /> Delete
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {isAsking && <DeletePosted posted={posted} postedKey={postedKey} onClose={() => setAsking(false)} />}
    </>
  )
}

interface DeletePostedProps extends Pick<PostedMenuProps, 'posted' | 'postedKey'> {
  readonly onClose: () => void
}

/** Asks before a comment goes, and says what goes with it. */
function DeletePosted({ posted, postedKey, onClose }: DeletePostedProps) {
  const { discussion } = useTalk()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => remove(discussion, postedKey),
    onSuccess: () => {
      announce('Deleted')
      document.getElementById('main')?.focus({ preventScroll: true })
    },
    networkMode: 'always',
  })
  const replies = 'replies' in posted ? posted.replies : 0
  const isReply = postedKey.commentReplyId !== undefined
  return (
    <FormDialog role="alertdialog" isOpen onOpenChange={onClose}>
      <div className="form">
        <Heading slot="title">Delete this {isReply ? 'reply' : 'comment'}?</Heading>
        <p>
          {replies > 0 && `Its ${replies === 1 ? 'reply is' : `${replies} replies are`} deleted, too. `}
          Nobody can bring it back.
        </p>
        {error && <p role="alert">{adviceFor(error)}</p>}
        <FormEnd>
          <Button
            className="button"
            data-kind="danger"
            autoFocus
            isPending={isPending}
            onPress={() => mutate()}
          >
            Delete
          </Button>
        </FormEnd>
      </div>
    </FormDialog>
  )
}
