import type { DocumentPage, Space } from '@stemma/contract'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Button } from 'react-aria-components'
import { FailureScreen } from '../app/failures.tsx'
import { useOperation } from '../app/operations.ts'
import { Notice } from '../kit/notice.tsx'
import { Screen } from '../kit/screen.tsx'
import type { Version } from '../screens/space/place.ts'
import type { Editing } from './editing.ts'
import { PeopleHere } from './people-here.tsx'
import { SaveMark } from './save-mark.tsx'
import { SaveNotice } from './save-notice.tsx'
import { TitleField } from './title-field.tsx'
import { type EditedPage, useEditing } from './use-editing.ts'
import { SlashMenu } from './visual/slash/slash-menu.tsx'
import { slashIn } from './visual/slash/slash-plugin.ts'
import { SelectionToolbar } from './visual/toolbar.tsx'
import './page-editor.css'

interface PageEditorProps extends Pick<EditedPage, 'titleOf' | 'onDraft'> {
  readonly organizationId: string
  readonly space: Space
  readonly version: Version
  readonly page: DocumentPage
  readonly crumbs: ReactNode
  /** What can be done besides writing, such as asking for a review. */
  readonly actions: ReactNode
  readonly onDone: () => void
}

/** A page to write in. It looks as it does to readers, and saves by itself. */
export function PageEditor({ organizationId, space, version, page, ...props }: PageEditorProps) {
  const { id: userId } = useOperation('getAuthenticatedUser', {})
  const { path, title } = page
  const { mount, phase, state, people, takeOver } = useEditing({
    about: { userId, organizationId, path, title },
    page: { spaceId: space.id, version, pageId: page.id },
    titleOf: props.titleOf,
    onDraft: props.onDraft,
  })
  const editing = phase.kind === 'open' ? phase.editing : undefined
  const done = async () => {
    await editing?.writer.flush()
    props.onDone()
  }
  useWarning(state.kind === 'unkept')
  useEffect(() => editing?.visual.view.focus(), [editing])
  const actions = (
    <>
      <PeopleHere people={people} userId={userId} />
      <SaveMark state={state} />
      {props.actions}
      <Button className="button" onPress={done}>
        Done
      </Button>
    </>
  )
  if (phase.kind === 'failed') return <FailureScreen error={phase.failure as Error} reset={() => undefined} />
  return (
    <Screen title={title} crumbs={props.crumbs} actions={actions} isTitleInside>
      <SaveNotice
        state={state}
        onDecide={(choices) => editing?.writer.decide(choices)}
        onRetry={() => editing?.writer.flush()}
        onCopy={async () => navigator.clipboard.writeText((await editing?.visual.read()) ?? '')}
      />
      {phase.kind === 'elsewhere' && (
        <Notice icon="info">
          <p>You are writing this page in another window. Only one window writes at a time.</p>
          <Button className="button" onPress={takeOver}>
            Write here
          </Button>
        </Notice>
      )}
      <article className="page-text" data-editing={phase.kind}>
        <TitleField page={page} writer={editing?.writer} onDown={() => editing?.visual.view.focus()} />
        <div className="editor-frame">
          <div ref={mount} />
          {editing && <Menus editing={editing} />}
        </div>
      </article>
    </Screen>
  )
}

/** What opens beside the cursor. Only this is drawn again while somebody types. */
function Menus({ editing: { visual } }: { readonly editing: Editing }) {
  const state = useSyncExternalStore(visual.watch, () => visual.view.state)
  const slash = slashIn(visual.view)
  return (
    <>
      {slash && <SlashMenu visual={visual} slash={slash} key={`${slash.from}-${slash.words}`} />}
      {!state.selection.empty && <SelectionToolbar view={visual.view} />}
    </>
  )
}

/** Asks before the window closes while words exist nowhere else. */
function useWarning(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return
    const warn = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isNeeded])
}
