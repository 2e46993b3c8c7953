import { type CSSProperties, useRef, useState, useSyncExternalStore } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { useShortcuts } from '../../../app/shortcuts.ts'
import { Icon } from '../../../kit/icon.tsx'
import { useMedia } from '../../../kit/use-media.ts'
import '../../../kit/menu.css'
import { useCurrentHeading } from './current-heading.ts'
import type { Heading, Outlined } from './headings.ts'
import './outline.css'

/** Whether there is room beside the text, which keeps its width. */
export function useHasMargin(): boolean {
  return useMedia('(width >= 80rem)')
}

interface OutlineProps {
  readonly outlined: Outlined
}

/** The headings of the page beside its text, with the section that is on the screen. */
export function Outline({ outlined }: OutlineProps) {
  const headings = useSyncExternalStore(outlined.watch, outlined.get)
  const current = useCurrentHeading(outlined, headings.length)
  const list = useRef<HTMLElement>(null)
  const enter = () => {
    const entries = list.current?.querySelectorAll<HTMLElement>('a, button')
    entries?.[Math.max(current, 0)]?.focus()
  }
  useShortcuts('outline', headings.length > 0 ? { 'mod+shift+o': enter } : {})
  if (headings.length === 0) return null
  return (
    <nav className="outline" ref={list} aria-labelledby="outline">
      <h2 id="outline">On this page</h2>
      <ol>
        {headings.map((heading, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: headings are told apart by their place only.
          <li key={index} style={depthOf(heading, headings)}>
            {heading.id === undefined ? (
              <button type="button" aria-current={index === current} onClick={() => outlined.go(index)}>
                {heading.words}
              </button>
            ) : (
              <a href={`#${heading.id}`} aria-current={index === current}>
                {heading.words}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The same as a menu, where there is no room beside the text. */
export function OutlineButton({ outlined }: OutlineProps) {
  const headings = useSyncExternalStore(outlined.watch, outlined.get)
  const [isOpen, setOpen] = useState(false)
  useShortcuts('outline', headings.length > 0 ? { 'mod+shift+o': () => setOpen(true) } : {})
  if (headings.length === 0) return null
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className="button" data-kind="quiet">
        <Icon name="list-dashes" />
        Outline
      </Button>
      <Popover className="popover outline-menu" placement="bottom end">
        <Menu
          className="menu"
          aria-label="Outline"
          // The menu gives the focus back to its button first.
          onAction={(index) => setTimeout(() => outlined.go(Number(index)))}
        >
          {headings.map((heading, index) => (
            <MenuItem
              className="menu-item"
              // biome-ignore lint/suspicious/noArrayIndexKey: headings are told apart by their place only.
              key={index}
              id={String(index)}
              textValue={heading.words}
              style={depthOf(heading, headings)}
            >
              <span className="cut">{heading.words}</span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

function depthOf({ level }: Heading, headings: readonly Heading[]): CSSProperties {
  const top = Math.min(...headings.map((heading) => heading.level))
  return { '--depth': level - top } as CSSProperties
}
