import { useState } from 'react'

/** The words of a field whose value is also in the URL, which follows a moment later. */
export function useTyped(query: string, onType: (words: string) => void) {
  const [words, setWords] = useState(query)
  const [known, setKnown] = useState(query)
  const [sent, setSent] = useState<readonly string[]>([])
  if (query !== known) {
    setKnown(query)
    // The URL may still arrive at words that were typed before the last. Others come from a link.
    if (!sent.includes(query)) setWords(query)
    else if (query === words) setSent([])
  }
  return {
    words,
    type(next: string) {
      setWords(next)
      setSent([...sent, next])
      onType(next)
    },
  }
}
