import { useState } from 'react'
import { Button } from 'react-aria-components'
import { announce } from '../app/announcements.tsx'
import { Icon } from './icon.tsx'

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    announce('Copied')
  }
  return (
    <Button className="button" aria-label={label} onPress={copy} onBlur={() => setCopied(false)}>
      <Icon name={isCopied ? 'check' : 'copy'} />
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  )
}
