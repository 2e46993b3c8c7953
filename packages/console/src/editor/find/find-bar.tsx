import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Button, ToggleButton } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Icon } from '../../kit/icon.tsx'
import { Finding, type Found, type Searched } from './finding.ts'
import type { Query } from './pattern.ts'
import './find-bar.css'

interface FindBarProps {
  /** Absent while the view is loading. */
  readonly searched: Searched | undefined
  readonly number: number
  readonly query: Query
  readonly onQuery: (query: Query) => void
  readonly isReplacing: boolean
  readonly onReplacing: (isReplacing: boolean) => void
  readonly onClose: () => void
}

/** One line above the text: words to find, how many there are, and what replaces them. */
export function FindBar({ searched, number, query, onQuery, onClose, ...props }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null)
  const finding = useFinding(searched, query)
  const found = useSyncExternalStore(finding.watch, finding.found)
  useEffect(() => {
    if (number > 0) field.current?.select()
  }, [number])
  useShortcuts('find', {})
  const step = (by: 1 | -1) => {
    finding.step(by)
    announce(wordsFor(finding.found(), query))
  }
  const close = () => {
    finding.leave()
    onClose()
  }
  const { isReplacing, onReplacing } = props
  return (
    <search
      aria-label="Find in this page"
      className="find-bar"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        close()
      }}
    >
      <div className="find-line">
        <span className="find-field">
          <Icon name="magnifying-glass" />
          <input
            ref={field}
            aria-label="Find"
            placeholder="Find"
            autoComplete="off"
            spellCheck={false}
            value={query.words}
            onChange={({ target }) => onQuery({ ...query, words: target.value })}
            onKeyDown={onEnter((event) => step(event.shiftKey ? -1 : 1))}
          />
          <span className="find-count">{wordsFor(found, query)}</span>
        </span>
        <Button className="icon-button" aria-label="Previous match" onPress={() => step(-1)}>
          <Icon name="arrow-up" />
        </Button>
        <Button className="icon-button" aria-label="Next match" onPress={() => step(1)}>
          <Icon name="arrow-down" />
        </Button>
        <Toggle isOn={query.isCaseKept} onChange={(isCaseKept) => onQuery({ ...query, isCaseKept })}>
          Match case
        </Toggle>
        <Toggle isOn={query.isWhole} onChange={(isWhole) => onQuery({ ...query, isWhole })}>
          Whole word
        </Toggle>
        <Toggle isOn={isReplacing} onChange={onReplacing}>
          Replace
        </Toggle>
        <Button className="icon-button find-close" aria-label="Close" onPress={close}>
          <Icon name="x" />
        </Button>
      </div>
      {isReplacing && <Replacing finding={finding} query={query} />}
    </search>
  )
}

interface ReplacingProps {
  readonly finding: Finding
  readonly query: Query
}

function Replacing({ finding, query }: ReplacingProps) {
  const [words, setWords] = useState('')
  const replace = async () => {
    await finding.replace(words)
    announce(wordsFor(finding.found(), query))
  }
  const replaceAll = async () => announce(`${await finding.replaceAll(words)} replaced`)
  return (
    <div className="find-line">
      <span className="find-field">
        <Icon name="swap" />
        <input
          aria-label="Replace with"
          placeholder="Replace with"
          autoComplete="off"
          value={words}
          onChange={({ target }) => setWords(target.value)}
          onKeyDown={onEnter(replace)}
        />
      </span>
      <Button className="button" onPress={replace}>
        Replace this
      </Button>
      <Button className="button" onPress={replaceAll}>
        Replace all
      </Button>
    </div>
  )
}

interface ToggleProps {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly children: ReactNode
}

function Toggle({ isOn, onChange, children }: ToggleProps) {
  return (
    <ToggleButton className="button find-toggle" data-kind="quiet" isSelected={isOn} onChange={onChange}>
      {children}
    </ToggleButton>
  )
}

/** A search in a view, while the bar is open. */
function useFinding(searched: Searched | undefined, query: Query): Finding {
  const finding = useMemo(() => new Finding(searched ?? nowhere), [searched])
  useEffect(() => finding.start(), [finding])
  const search = useEffectEvent((one: Finding, wanted: Query) => {
    one.search(wanted)
    announce(wordsFor(one.found(), wanted))
  })
  useEffect(() => search(finding, query), [finding, query])
  return finding
}

const nothing = () => undefined

const nowhere: Searched = {
  matches: () => [],
  mark: nothing,
  reveal: nothing,
  place: () => 0,
  selected: () => '',
  enter: nothing,
  settle: async () => undefined,
  replace: nothing,
  watch: () => nothing,
}

function wordsFor({ count, at }: Found, { words }: Query): string {
  if (words === '') return ''
  return count === 0 ? 'No matches' : `${at} of ${count}`
}

/** Enter that ends the spelling of a word is not for the bar. */
function onEnter(act: (event: KeyboardEvent) => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    act(event)
  }
}
