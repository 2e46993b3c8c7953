import { createElement, Fragment } from 'react'

/** A sentence of the contract, in which names stand between backticks. */
export function WithCode({ text }: { readonly text: string }) {
  const parts = text.split('`')
  return createElement(
    Fragment,
    null,
    ...parts.map((part, index) => (index % 2 === 1 ? createElement('code', null, part) : part)),
  )
}
