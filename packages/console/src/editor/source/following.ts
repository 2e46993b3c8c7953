import { EditorView } from '@codemirror/view'
import type { TextService } from '../text/text-service.ts'
import { linkBlock, writtenBlockIn } from '../visual/linked.ts'
import type { Visual } from '../visual/visual.ts'
import { blockAt, rangeOfBlock, setBlocks, setLinked } from './blocks.ts'

interface FollowingOptions {
  readonly view: EditorView
  readonly visual: Visual
  readonly service: TextService
}

/** Knows which block of one view is which of the other. */
export function followBlocks({ view, visual, service }: FollowingOptions) {
  let isFollowing = false
  const linkFromSource = () => {
    const index = blockAt(view.state, view.state.selection.main.head)
    view.dispatch({ effects: setLinked.of(index) })
    linkBlock(visual.view, { index, isShown: true })
  }
  const linkFromVisual = () => {
    const index = writtenBlockIn(visual.view.state)
    const range = rangeOfBlock(view.state, index)
    const shown = range === undefined ? [] : [EditorView.scrollIntoView(range.from, nearest)]
    view.dispatch({ effects: [setLinked.of(index), ...shown] })
    linkBlock(visual.view, { index, isShown: false })
  }
  const link = () => (view.hasFocus ? linkFromSource() : linkFromVisual())
  const stop = visual.watch(() => {
    if (isFollowing && visual.view.hasFocus()) linkFromVisual()
  })
  return {
    stop,
    /** The cursor of the source moved. */
    moved() {
      if (isFollowing && view.hasFocus) linkFromSource()
    },
    /** Asks where the blocks are. The answer counts if nothing else was shown or typed meanwhile. */
    async locate(text: string) {
      const { doc } = view.state
      const { ranges } = await service.ask({ kind: 'blocks', text })
      if (view.state.doc !== doc) return
      view.dispatch({ effects: setBlocks.of(ranges) })
      if (isFollowing) link()
    },
    enter() {
      const range = rangeOfBlock(view.state, writtenBlockIn(visual.view.state))
      if (range !== undefined) view.dispatch({ selection: { anchor: range.from }, scrollIntoView: true })
      view.focus()
    },
    leave() {
      const index = blockAt(view.state, view.state.selection.main.head)
      linkBlock(visual.view, { index, isShown: true, isSelected: true })
      visual.view.focus()
    },
    follow(next: boolean) {
      if (isFollowing === next) return
      isFollowing = next
      if (next) return link()
      view.dispatch({ effects: setLinked.of(-1) })
      linkBlock(visual.view, { index: -1, isShown: false })
    },
  }
}

const nearest = { y: 'nearest', yMargin: 48 } as const
