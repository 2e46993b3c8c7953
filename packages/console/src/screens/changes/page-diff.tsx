import { type BlockStep, compareBlocks, markBlock, mergeBlocks } from '@stemma/content/documents'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Button } from 'react-aria-components'
import { PageTalk } from '../../comments/page-talk.tsx'
import { type Placed, placeComments } from '../../comments/placed.ts'
import { useTalkIfAny } from '../../comments/talk.ts'
import { diffLines } from '../../kit/diff/lines.ts'
import { SourceLines } from '../../kit/diff/source-lines.tsx'
import { NearRows } from '../../kit/near-rows.tsx'
import { BlockRow, type Sides } from './block-row.tsx'
import type { Changed } from './changed.ts'
import { type Compared, sidesOf, textsOf } from './compared.ts'
import { FileDiff } from './file-diff.tsx'
import type { View } from './view.ts'
import '../../kit/diff/marks.css'
import './page-diff.css'

interface PageDiffProps {
  readonly item: Changed
  readonly compared: Compared
  readonly view: View
}

/** The text of a page before and after, as readers see it and as it is written, with what people say. */
export function PageDiff(props: PageDiffProps) {
  const { view, item } = props
  const talk = useTalkIfAny()
  if (item.type === 'file') return <FileDiff item={item} compared={props.compared} />
  if (item.type !== 'page') return null
  if (item.hasText && view !== 'source') return <Rendered {...props} />
  const here = talk?.comments.filter(({ target }) => target.page?.id === item.id)
  return (
    <>
      {item.hasText && (
        <div className="page-diff marks">
          <Source {...props} />
        </div>
      )}
      {here && <PageTalk pageId={item.id} comments={here} />}
    </>
  )
}

/** Both sides of a page. */
function useSides({ item, compared }: PageDiffProps, format: 'document' | 'markdown') {
  const answers = useSuspenseQueries({ queries: [...textsOf(item, compared, format)] })
  const pages = answers.map(({ data }) => (data.type === 'document' ? data : undefined))
  return sidesOf(item, pages)
}

function Rendered(props: PageDiffProps) {
  const { item, view } = props
  const { comments, linked } = useTalkIfAny() ?? {}
  const { before, after } = useSides(props, 'document')
  const [old, now] = [before?.document?.nodes, after?.document?.nodes]
  const steps = useMemo(() => compareBlocks(old ?? [], now ?? []), [old, now])
  const placed = useMemo(() => placeComments(comments ?? [], item.id, now ?? []), [comments, item.id, now])
  const parts = useMemo(() => partsOf(steps, placed), [steps, placed])
  return (
    <>
      <div className="page-diff marks" data-view={view}>
        <div className="page-diff-blocks">
          <NearRows
            rows={parts}
            isNeeded={(part) => commentsOn(part, placed).some(({ id }) => id === linked)}
          >
            {(part, at) =>
              'folded' in part ? (
                <Folded key={keyOf(part.folded[0], at)} steps={part.folded} placed={placed} {...props} />
              ) : (
                <StepRow key={keyOf(part, at)} step={part} placed={placed} {...props} />
              )
            }
          </NearRows>
        </div>
        {view === 'both' && <Source {...props} />}
      </div>
      {comments && (
        <PageTalk
          pageId={item.id}
          comments={placed.others}
          blocks={(now ?? []).flatMap(({ key }) => key ?? [])}
        />
      )}
    </>
  )
}

type Part = BlockStep | { readonly folded: readonly BlockStep[] }

const around = 2
const foldedMin = 3

/** A long run of blocks that nobody changed shows its ends, and what people say something about. */
function partsOf(steps: readonly BlockStep[], placed: Placed): readonly Part[] {
  const isNear = (at: number) =>
    steps.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== 'same')
  const isShown = (step: BlockStep, at: number) =>
    isNear(at) || at < around || at >= steps.length - around || commentsAt(step, placed).length > 0
  const parts: Part[] = []
  let run: BlockStep[] = []
  const endRun = () => {
    parts.push(...(run.length < foldedMin ? run : [{ folded: run }]))
    run = []
  }
  for (const [at, step] of steps.entries()) {
    if (isShown(step, at)) {
      endRun()
      parts.push(step)
    } else run.push(step)
  }
  endRun()
  return parts
}

function commentsOn(part: Part, placed: Placed) {
  return 'folded' in part ? [] : commentsAt(part, placed)
}

function commentsAt(step: BlockStep, { at }: Placed) {
  return ('after' in step && at.get(step.after.key ?? '')) || []
}

/** Rows keep what is typed into them when others are inserted before them. */
function keyOf(step: BlockStep | undefined, at: number): string {
  const { key = at } = step === undefined ? {} : 'after' in step ? step.after : step.before
  return `${step?.kind} ${key}`
}

interface StepProps extends PageDiffProps {
  readonly placed: Placed
}

function Folded({ steps, ...props }: StepProps & { readonly steps: readonly BlockStep[] }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return steps.map((step, at) => <StepRow key={keyOf(step, at)} step={step} {...props} />)
  return (
    <Button className="page-diff-more" onPress={() => setOpen(true)}>
      Show {steps.length} unchanged blocks
    </Button>
  )
}

function StepRow({ step, placed, item, compared }: StepProps & { readonly step: BlockStep }) {
  return (
    <BlockRow
      kind={step.kind}
      block={'after' in step ? step.after : undefined}
      sides={sidesIn(step)}
      comments={commentsAt(step, placed)}
      pageId={item.id}
      compared={compared}
    />
  )
}

/** What is drawn of a step: one block with its changes, or both sides if they have little in common. */
function sidesIn(step: BlockStep): Sides {
  if (step.kind === 'edited' && 'after' in step && 'before' in step) {
    const merged = mergeBlocks(step.before, step.after)
    if (merged) return { after: merged }
    return { before: markBlock('deleted', step.before), after: markBlock('inserted', step.after) }
  }
  if ('after' in step) return { after: step.after }
  return { before: step.kind === 'deleted' ? markBlock('deleted', step.before) : step.before }
}

function Source(props: PageDiffProps) {
  const { before, after } = useSides(props, 'markdown')
  const [old = '', now = ''] = [before?.markdown, after?.markdown]
  const lines = useMemo(() => diffLines(old, now), [old, now])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are moved sideways by keyboard too.
    <section className="source-diff" aria-label={`Source of ${props.item.title}`} tabIndex={0}>
      <SourceLines lines={lines} />
    </section>
  )
}
