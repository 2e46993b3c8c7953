import type { Page } from '@stemma/contract'
import { Button, TreeItem, TreeItemContent } from 'react-aria-components'
import type { Offered } from '../../app/offers.ts'
import { emojiOf } from '../../kit/emoji.ts'
import { Icon } from '../../kit/icon.tsx'
import type { PageMark } from './page-marks.ts'
import { type PageAction, PageMenu } from './page-menu.tsx'
import { pagesBelow } from './page-moves.ts'

/** What the rows of a tree share. */
export interface Rows {
  readonly pages: readonly Page[]
  /** The page that is open. */
  readonly openId: string | undefined
  readonly marks: ReadonlyMap<string, PageMark>
  /** Missing for people who only read. */
  readonly onAct: ((page: Page, action: PageAction) => void) | undefined
  /** What the actions send. */
  readonly offered: Offered | undefined
}

export function PageRow({ page, rows }: { readonly page: Page; readonly rows: Rows }) {
  const { pages, openId, marks, onAct, offered } = rows
  const mark = marks.get(page.id)
  const below = pagesBelow(page)
  const isOpen = page.id === openId
  const isHidden = 'hidden' in page && page.hidden === true
  return (
    <TreeItem id={page.id} textValue={page.title} className="page-row" data-current={isOpen}>
      <TreeItemContent>
        <Button slot="chevron" className="page-row-chevron" isDisabled={below.length === 0}>
          {below.length > 0 && <Icon name="caret-right" />}
        </Button>
        {page.emoji && <span aria-hidden="true">{emojiOf(page.emoji)}</span>}
        <span className="cut" data-kind={page.type} data-hidden={isHidden}>
          {page.title}
        </span>
        {isOpen && <span className="hidden-text">, open page</span>}
        {isHidden && (
          <>
            <span className="hidden-text">, hidden in the navigation</span>
            <Icon name="eye-slash" />
          </>
        )}
        {page.type === 'link' && <Icon name="arrow-square-out" />}
        {mark && <span className="page-mark">{mark}</span>}
        {onAct && (
          <PageMenu page={page} pages={pages} offered={offered} onAct={(action) => onAct(page, action)} />
        )}
      </TreeItemContent>
      {below.map((one) => (
        <PageRow page={one} rows={rows} key={one.id} />
      ))}
    </TreeItem>
  )
}
