import { Fragment } from 'react'
import './key-bar.css'

interface KeyBarProps {
  /** What each key does, by the key as it is written on keyboards. */
  readonly keys: Readonly<Record<string, string>>
}

/** The keys of a screen, in one line at its bottom. Phones have none. */
export function KeyBar({ keys }: KeyBarProps) {
  return (
    <footer className="key-bar">
      <h2 className="hidden-text">Keys</h2>
      <dl>
        {Object.entries(keys).map(([key, action]) => (
          <Fragment key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{action}</dd>
          </Fragment>
        ))}
      </dl>
    </footer>
  )
}
