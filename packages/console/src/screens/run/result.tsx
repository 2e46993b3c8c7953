import { Button } from 'react-aria-components'
import { Icon } from '../../kit/icon.tsx'
import { Notice } from '../../kit/notice.tsx'

interface ResultProps {
  readonly status: number
  readonly data: unknown
}

/** What the server answered, to read and to copy. */
export function Result({ status, data }: ResultProps) {
  if (data === undefined)
    return (
      <Notice icon="check-circle" tone="success">
        <p>Done. The server answered with status {status}, and nothing to show.</p>
      </Notice>
    )
  const text = JSON.stringify(data, null, 2)
  return (
    <section className="run-result" aria-labelledby="run-result">
      <header>
        <h2 id="run-result">
          Result <span className="count">status {status}</span>
        </h2>
        <Button className="button" onPress={() => navigator.clipboard.writeText(text)}>
          <Icon name="copy" /> Copy
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse, this is how it scrolls. */}
      <pre tabIndex={0}>{text}</pre>
    </section>
  )
}
