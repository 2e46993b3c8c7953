import type { Page } from '@stemma/contract'
import { useRef, useState } from 'react'
import { type Key, Tree } from 'react-aria-components'
import { usePageActs } from './page-acts.ts'
import { usePageDrags } from './page-drags.tsx'
import { actionOf } from './page-keys.ts'
import type { PageMark } from './page-marks.ts'
import { PageQuestion } from './page-question.tsx'
import { PageRow } from './page-row.tsx'
import type { PageWrites } from './page-writes.ts'
import { findPage } from './place.ts'
import { Refusal } from './refusal.tsx'
import './page-tree.css'

interface PageTreeProps {
  readonly pages: readonly Page[]
  /** The open page with the pages above it. */
  readonly trail: readonly Page[]
  readonly marks: ReadonlyMap<string, PageMark>
  readonly onOpen: (page: Page) => void
  /** Missing for people who only read. */
  readonly writes?: PageWrites
}

/** The pages of a space. The branch of the open page is open; others open by hand or by arrow keys. */
export function PageTree({ pages, trail, marks, onOpen, writes }: PageTreeProps) {
  const tree = useRef<HTMLDivElement>(null)
  const { expanded, expand, reveal } = useExpanded(pages, trail)
  const openId = trail.at(-1)?.id
  const { act, move, asked, close } = usePageActs({ pages, writes, reveal })
  const { dragAndDropHooks } = usePageDrags({ pages, move, isDisabled: writes === undefined })
  const rows = { pages, openId, marks, onAct: writes && act, offered: writes?.offered }
  return (
    <div
      role="presentation"
      // Before the tree, which takes the arrow keys whether Alt is pressed or not.
      onKeyDownCapture={(event) => {
        const found = writes && actionOf(event, pages)
        if (found === undefined) return
        event.preventDefault()
        event.stopPropagation()
        act(found.page, found.action)
      }}
    >
      {writes && asked === undefined && <Refusal writes={writes} />}
      <Tree
        ref={tree}
        className="page-tree"
        aria-labelledby="nav-pages"
        expandedKeys={expanded}
        onExpandedChange={expand}
        dragAndDropHooks={dragAndDropHooks}
        onAction={(id) => {
          const page = findPage(pages, id)
          if (page !== undefined) onOpen(page)
        }}
      >
        {pages.map((page) => (
          <PageRow page={page} rows={rows} key={page.id} />
        ))}
      </Tree>
      {writes && asked && (
        <PageQuestion
          {...asked}
          pages={pages}
          openId={openId}
          writes={writes}
          onClose={(focused) => {
            close()
            focusRow(tree.current, focused)
          }}
        />
      )}
    </div>
  )
}

/** Once the dialog is gone. */
function focusRow(tree: HTMLElement | null, page: Page | undefined) {
  if (page === undefined) return
  const row = `[data-key="${CSS.escape(page.id)}"]`
  requestAnimationFrame(() => tree?.querySelector<HTMLElement>(row)?.focus())
}

/** Groups are open at first, and so is the way to the open page. */
function useExpanded(pages: readonly Page[], trail: readonly Page[]) {
  const [opened, setOpened] = useState<ReadonlySet<Key>>(() => new Set(pages.filter(isGroup).map(idOf)))
  const [closed, setClosed] = useState<ReadonlySet<Key>>(new Set())
  const expanded = new Set([...opened, ...trail.slice(0, -1).map(idOf)].filter((id) => !closed.has(id)))
  return {
    expanded,
    expand(next: ReadonlySet<Key>) {
      setOpened(next)
      setClosed(new Set([...expanded].filter((id) => !next.has(id))))
    },
    /** Opens a page for what is put below it. */
    reveal(id: string | null) {
      if (id === null) return
      setOpened(new Set([...opened, id]))
      setClosed(new Set([...closed].filter((one) => one !== id)))
    },
  }
}

const idOf = ({ id }: Page) => id
const isGroup = ({ type }: Page) => type === 'group'
