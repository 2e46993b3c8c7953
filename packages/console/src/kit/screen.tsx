import { type ReactNode, useEffect, useRef } from 'react'
import { SidebarButton } from './sidebar-button.tsx'
import './screen.css'

interface ScreenProps {
  readonly title: string
  /** Shown before the title: where this is. */
  readonly crumbs?: ReactNode
  readonly actions?: ReactNode
  /** A column beside the content. */
  readonly aside?: ReactNode
  /** One more line below the header: tabs, filters. */
  readonly below?: ReactNode
  /** The content goes from edge to edge. */
  readonly isFull?: boolean
  /** The content has the heading; the header shows only where this is. */
  readonly isTitleInside?: boolean
  /** The content fills the screen, and its parts scroll by themselves. */
  readonly isWhole?: boolean
  /** One line below the content. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** The frame of every screen: a header of one line, the content, and what stands beside it. */
export function Screen({ title, crumbs, actions, aside, below, footer, children, ...props }: ScreenProps) {
  const { isTitleInside = false, isFull = false, isWhole = false } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Stemma`
    heading.current?.focus()
  }, [title])
  return (
    <>
      <header className="bar">
        <SidebarButton />
        <div className="bar-start">
          {crumbs}
          {!isTitleInside && (
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
          )}
        </div>
        <div className="bar-end">{actions}</div>
      </header>
      {below}
      <main
        className="main"
        id="main"
        tabIndex={-1}
        data-full={isFull || undefined}
        data-whole={isWhole || undefined}
      >
        <div className="main-text">{children}</div>
        {aside && <aside className="main-aside">{aside}</aside>}
      </main>
      {footer}
    </>
  )
}
