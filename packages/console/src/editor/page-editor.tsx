import type { DocumentPage, Space } from '@stemma/contract'
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { Button } from 'react-aria-components'
import { FailureScreen } from '../app/failures.tsx'
import { useOperation } from '../app/operations.ts'
import { Notice } from '../kit/notice.tsx'
import { Screen } from '../kit/screen.tsx'
import { headingsOf, type Outlined, outlinedText } from '../screens/space/outline/headings.ts'
import { Outline, useHasMargin } from '../screens/space/outline/outline.tsx'
import type { EditorView, Version } from '../screens/space/place.ts'
import type { Editing } from './editing.ts'
import { EditorStatus } from './editor-status.tsx'
import { useFind } from './find/use-find.tsx'
import { outlinedEditor } from './outline/outlined-editor.ts'
import { PeopleHere } from './people-here.tsx'
import { SaveMark } from './save-mark.tsx'
import { SaveNotice } from './save-notice.tsx'
import type { PageKey } from './saving/delivery.ts'
import type { Source } from './source/source.ts'
import { SourceSide } from './source/source-side.tsx'
import { TitleField } from './title-field.tsx'
import { type EditedPage, useEditing } from './use-editing.ts'
import { useViews, ViewSwitch } from './views.tsx'
import { Asking } from './visual/asking/asking.tsx'
import { BlockHandle } from './visual/blocks/block-handle.tsx'
import { EmojiMenu } from './visual/emoji/emoji-menu.tsx'
import { ExpressionMenu } from './visual/expressions/expression-menu.tsx'
import { MentionMenu } from './visual/mentions/mention-menu.tsx'
import { PageMenu } from './visual/pages/page-menu.tsx'
import { SlashMenu } from './visual/slash/slash-menu.tsx'
import { SelectionToolbar } from './visual/toolbar.tsx'
import { typedIn } from './visual/typed/typed-plugin.ts'
import './page-editor.css'

interface PageEditorProps extends Pick<EditedPage, 'onDraft' | 'onPath'> {
  readonly organizationId: string
  readonly space: Space
  readonly version: Version
  readonly page: DocumentPage
  readonly view: EditorView
  readonly onView: (view: EditorView) => void
  readonly crumbs: ReactNode
  /** What can be done besides writing, such as asking for a review. */
  readonly actions: ReactNode
  /** What stands beside the text, such as comments. */
  readonly aside: ReactNode
  readonly onDone: () => void
}

/** A page to write in. It looks as it does to readers, and saves by itself. */
export function PageEditor({ organizationId, space, version, page, ...props }: PageEditorProps) {
  const { id: userId } = useOperation('getAuthenticatedUser', {})
  const { path, title } = page
  const key = { spaceId: space.id, version, pageId: page.id }
  const { mount, phase, saving, people, takeOver } = useEditing({
    about: { userId, organizationId, path, title },
    page: key,
    ...props,
  })
  const editing = phase.kind === 'open' ? phase.editing : undefined
  const done = async () => {
    await editing?.visual.uploads.settled()
    await editing?.writer.flush()
    props.onDone()
  }
  const [source, setSource] = useState<Source>()
  const view = useViews({ page, view: props.view, onView: props.onView, editing, source })
  const find = useFind({ view, editing, source })
  const outlined = useOutlined(page, editing)
  const isBeside = useHasMargin() && view === 'visual' && !props.aside
  if (phase.kind === 'failed') return <FailureScreen error={phase.failure as Error} reset={() => undefined} />
  return (
    <Screen
      title={title}
      crumbs={props.crumbs}
      actions={
        <>
          <PeopleHere people={people} userId={userId} />
          <SaveMark saving={saving} />
          <ViewSwitch view={view} onView={props.onView} />
          {props.actions}
          <Button className="button" onPress={done}>
            Done
          </Button>
        </>
      }
      aside={isBeside ? <Beside outlined={outlined} /> : props.aside}
      below={find.bar}
      footer={<EditorStatus {...{ view, editing, source, outlined, isBeside }} onFind={find.open} />}
      isTitleInside
      isWhole={view !== 'visual'}
    >
      <SaveNotice
        saving={saving}
        onDecide={(choices) => editing?.writer.decide(choices)}
        onRetry={() => editing?.writer.flush()}
        onCopy={async () => navigator.clipboard.writeText((await editing?.visual.read()) ?? '')}
      />
      {phase.kind === 'elsewhere' && <WrittenElsewhere onTake={takeOver} />}
      <div className="sides" data-view={view}>
        <section className="side" aria-label="Visual" hidden={view === 'source'}>
          <header className="side-head">
            <b>Visual</b>
          </header>
          <article className="page-text" data-editing={phase.kind}>
            <TitleField page={page} place={key} editing={editing} />
            <div className="editor-frame">
              <div ref={mount} />
              {editing && <Menus editing={editing} organizationId={organizationId} page={key} />}
            </div>
          </article>
        </section>
        <SourceSide editing={editing} view={view} title={title} path={path} onOpen={setSource} />
      </div>
    </Screen>
  )
}

/** Until the text is there to write in, its headings are those that readers see. */
function useOutlined({ document }: DocumentPage, editing: Editing | undefined): Outlined {
  const visual = editing?.visual
  return useMemo(
    () => (visual ? outlinedEditor(visual) : outlinedText(headingsOf(document?.nodes))),
    [visual, document],
  )
}

function Beside({ outlined }: { readonly outlined: Outlined }) {
  return (
    <div className="page-aside">
      <Outline outlined={outlined} />
    </div>
  )
}

function WrittenElsewhere({ onTake }: { readonly onTake: () => void }) {
  return (
    <Notice icon="info">
      <p>You are writing this page in another window. Only one window writes at a time.</p>
      <Button className="button" onPress={onTake}>
        Write here
      </Button>
    </Notice>
  )
}

interface MenusProps {
  readonly editing: Editing
  readonly organizationId: string
  readonly page: PageKey
}

/** What opens beside the cursor. While somebody types a text, nothing of this is drawn again. */
function Menus({ editing: { visual }, ...where }: MenusProps) {
  const { view, watch } = visual
  const typed = useSyncExternalStore(watch, () => typedIn(view))
  const selected = useSyncExternalStore(watch, () => (view.state.selection.empty ? undefined : view.state))
  return (
    <>
      <BlockHandle visual={visual} />
      {typed?.kind === 'block' && <SlashMenu visual={visual} slash={typed} />}
      {typed?.kind === 'emoji' && <EmojiMenu view={view} typed={typed} />}
      {typed?.kind === 'page' && <PageMenu view={view} typed={typed} {...where} />}
      {typed?.kind === 'person' && <MentionMenu view={view} typed={typed} {...where} />}
      {typed?.kind === 'expression' && <ExpressionMenu view={view} typed={typed} {...where} />}
      <Asking visual={visual} {...where} />
      {selected && <SelectionToolbar view={view} state={selected} />}
    </>
  )
}
