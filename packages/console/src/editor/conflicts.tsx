import type { DocumentConflict } from '@stemma/content/documents'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { bothTexts } from '../kit/both-texts.ts'
import { Notice } from '../kit/notice.tsx'
import type { Choices } from './saving/page-writer.ts'
import './conflicts.css'

interface ConflictsProps {
  readonly conflicts: readonly DocumentConflict[]
  readonly onDecide: (choices: Choices) => void
}

/** The same blocks were changed by somebody else. Each is decided here, with both texts side by side. */
export function Conflicts({ conflicts, onDecide }: ConflictsProps) {
  const [choices, setChoices] = useState<Choices>([])
  const conflict = conflicts[choices.length]
  if (conflict === undefined) return null
  const choose = (text: string) => {
    const next: Choices = [...choices, [conflict.id, text]]
    setChoices(next)
    if (next.length === conflicts.length) onDecide(next)
  }
  const { ours = '', theirs = '' } = conflict
  const place = conflicts.length > 1 ? ` (${choices.length + 1} of ${conflicts.length})` : ''
  return (
    <Notice tone="warning" icon="warning">
      <p>
        <b>Somebody else changed the same text{place}.</b> Choose what stays. Everything else is merged.
      </p>
      <div className="conflict">
        <Side name="Yours" text={ours} action="Keep yours" onChoose={() => choose(ours)} />
        <Side name="Theirs" text={theirs} action="Take theirs" onChoose={() => choose(theirs)} />
      </div>
      {ours !== '' && theirs !== '' && (
        <Button className="button" onPress={() => choose(bothTexts(ours, theirs))}>
          Keep both
        </Button>
      )}
    </Notice>
  )
}

interface SideProps {
  readonly name: string
  readonly text: string
  readonly action: string
  readonly onChoose: () => void
}

function Side({ name, text, action, onChoose }: SideProps) {
  return (
    <section className="conflict-side" aria-label={name}>
      <h2>{name}</h2>
      <pre>{text === '' ? 'Deleted' : text}</pre>
      <Button className="button" onPress={onChoose}>
        {action}
      </Button>
    </section>
  )
}
