import type { Page } from '@stemma/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, type Key, Tree, TreeItem, TreeItemContent } from 'react-aria-components'
import { emojiOf } from '../../kit/emoji.ts'
import { Icon } from '../../kit/icon.tsx'
import { findPage, type Place, splatOf, trailTo } from './place.ts'
import './page-tree.css'

interface PageTreeProps {
  readonly pages: readonly Page[]
  readonly place: Place
  readonly organizationId: string
  readonly spaceId: string
}

/** The pages of a space. The branch of the open page is open; others open by hand or by arrow keys. */
export function PageTree({ pages, place, organizationId, spaceId }: PageTreeProps) {
  const navigate = useNavigate()
  const trail = trailTo(pages, place.path) ?? []
  const [opened, setOpened] = useState<ReadonlySet<Key>>(() => new Set(pages.filter(isGroup).map(idOf)))
  const [closed, setClosed] = useState<ReadonlySet<Key>>(new Set())
  const expanded = new Set([...opened, ...trail.map(idOf)].filter((id) => !closed.has(id)))
  const open = (id: Key) => {
    const page = findPage(pages, id)
    if (page === undefined) return
    if (page.type === 'document') {
      const splat = splatOf({ version: place.version, path: page.path })
      navigate({ to: '/o/$organizationId/s/$spaceId/$', params: { organizationId, spaceId, _splat: splat } })
    } else if (page.type === 'link' && page.href !== undefined) window.open(page.href, '_blank', 'noopener')
  }
  return (
    <Tree
      className="page-tree"
      aria-labelledby="nav-pages"
      expandedKeys={expanded}
      onExpandedChange={(next) => {
        setOpened(next)
        setClosed(new Set([...expanded].filter((id) => !next.has(id))))
      }}
      onAction={open}
    >
      {pages.map((page) => (
        <PageRow page={page} current={trail.at(-1)?.id} key={page.id} />
      ))}
    </Tree>
  )
}

function PageRow({ page, current }: { readonly page: Page; readonly current: string | undefined }) {
  const below = 'pages' in page ? page.pages : []
  return (
    <TreeItem id={page.id} textValue={page.title} className="page-row" data-current={page.id === current}>
      <TreeItemContent>
        <Button slot="chevron" className="page-row-chevron" isDisabled={below.length === 0}>
          {below.length > 0 && <Icon name="caret-right" />}
        </Button>
        {page.emoji && <span aria-hidden="true">{emojiOf(page.emoji)}</span>}
        <span className="cut" data-kind={page.type}>
          {page.title}
        </span>
        {page.id === current && <span className="hidden-text">, open page</span>}
        {page.type === 'link' && <Icon name="arrow-square-out" />}
      </TreeItemContent>
      {below.map((one) => (
        <PageRow page={one} current={current} key={one.id} />
      ))}
    </TreeItem>
  )
}

const idOf = ({ id }: Page) => id
const isGroup = ({ type }: Page) => type === 'group'
