import type { ContentReference } from '@stemma/contract'
import { useState } from 'react'
import { safeHref } from '../../../kit/document/references.ts'
import { emojiOf } from '../../../kit/emoji.ts'
import { Icon } from '../../../kit/icon.tsx'
import type { PageKey } from '../../saving/delivery.ts'
import { usePages } from '../pages/page-menu.tsx'
import { Choose } from './choose.tsx'

/** Where something leads, with the words that it has there. */
export interface Target {
  readonly ref: ContentReference
  readonly title: string
}

interface ChooseTargetProps {
  readonly title: string
  readonly organizationId: string
  readonly page: PageKey
  readonly onChoose: (target: Target) => void
  readonly onClose: () => void
}

/** A page of this space or another, or an address elsewhere. */
export function ChooseTarget({ organizationId, page, title, onChoose, onClose }: ChooseTargetProps) {
  const [words, setWords] = useState('')
  const pages = usePages(words, organizationId, page).map((found) => ({ ...found, url: '' }))
  const url = words.trim()
  const address = { id: url, title: url, note: 'An address elsewhere', url, emoji: undefined }
  return (
    <Choose
      title={title}
      label="Page, or address"
      words={words}
      onWords={setWords}
      items={isAddress(url) ? [address, ...pages] : pages}
      empty="No page has these words in its title. An address begins with https://."
      idOf={({ id }) => id}
      draw={({ title: name, note, emoji, url: to }) => (
        <>
          {emoji === undefined ? (
            <Icon name={to === '' ? 'file-text' : 'globe-simple'} />
          ) : (
            <span aria-hidden="true">{emojiOf(emoji)}</span>
          )}
          <span className="cut">{name}</span>
          <small className="cut">{note}</small>
        </>
      )}
      onChoose={(one) => {
        if (one.url !== '') return onChoose({ ref: { kind: 'url', url: one.url }, title: hostOf(one.url) })
        const space = 'spaceId' in one && one.spaceId !== undefined ? { space: one.spaceId } : {}
        onChoose({ ref: { kind: 'page', page: one.id, ...space }, title: one.title })
      }}
      onClose={onClose}
    />
  )
}

/** An address of another website, whole. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s.]+\.?\S/.test(text) && safeHref(text) !== undefined
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? url
}
