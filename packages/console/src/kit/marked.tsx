import { Fragment } from 'react'
import './marked.css'

interface MarkedProps {
  readonly text: string
  /** The parts that were searched for, in the order of the text. */
  readonly highlights: readonly { readonly start: number; readonly end: number }[]
}

/** A text in which the words that were found stand out. */
export function Marked({ text, highlights }: MarkedProps) {
  return (
    <span className="marked">
      {highlights.map(({ start, end }, at) => (
        <Fragment key={start}>
          {text.slice(highlights[at - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(highlights.at(-1)?.end ?? 0)}
    </span>
  )
}
