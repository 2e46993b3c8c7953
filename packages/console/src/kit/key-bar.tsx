import { Fragment } from 'react'
import type { GroupName } from '../app/shortcut-table.ts'
import { useBoundKeys } from '../app/shortcuts.ts'
import { Keys } from './keys.tsx'
import './key-bar.css'

interface KeyBarProps {
  /** The groups of the table whose keys it names. */
  readonly groups: readonly GroupName[]
}

/** The keys of a screen that do something now, in one line at its bottom. Phones have none. */
export function KeyBar({ groups }: KeyBarProps) {
  return (
    <footer className="key-bar">
      <KeyList groups={groups} />
    </footer>
  )
}

/** The same, in a line that has more to say. */
export function KeyList({ groups }: KeyBarProps) {
  const shown = useBoundKeys().filter(({ group }) => groups.includes(group))
  return (
    <>
      <h2 className="hidden-text">Keys</h2>
      <dl className="key-list">
        {shown.flatMap(({ group, keys }) =>
          keys.map(([key, words]) => (
            <Fragment key={`${group} ${key}`}>
              <dt>
                <Keys keys={key} />
              </dt>
              <dd>{words}</dd>
            </Fragment>
          )),
        )}
      </dl>
    </>
  )
}
