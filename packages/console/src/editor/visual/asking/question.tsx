import { useQuery } from '@tanstack/react-query'
import type { EditorView } from 'prosemirror-view'
import { type ReactNode, useEffect, useState } from 'react'
import { havingWords } from '../../../kit/having-words.ts'
import { Icon } from '../../../kit/icon.tsx'
import { contentOf } from '../../../screens/space/contents.ts'
import { faultIn } from '../expressions/fault-in.ts'
import { useVariables } from '../expressions/use-variables.ts'
import { answer } from './answer.ts'
import { ApiQuestion } from './api-question.tsx'
import { type Asked, type AskedKind, askedNode, stopAsking } from './asking-plugin.ts'
import { ButtonQuestion } from './button-question.tsx'
import { Choose } from './choose.tsx'
import { ChooseTarget, isAddress } from './choose-target.tsx'
import { FieldQuestion } from './field-question.tsx'
import type { Place, QuestionProps } from './question-props.ts'

interface AskProps extends Place {
  readonly view: EditorView
  readonly asked: Asked
}

/** Asks what a new block or inline shows, or what one shows instead. The text has the focus afterwards. */
export function Question({ view, asked, ...place }: AskProps) {
  const Kind = questions[asked.kind]
  const close = () => stopAsking(view)
  useEffect(() => () => queueMicrotask(() => focusAgain(view)), [view])
  return (
    <Kind
      {...place}
      asked={asked}
      attrs={askedNode(view, asked)?.attrs ?? {}}
      verb={asked.position === undefined ? 'Insert' : 'Change'}
      onAnswer={(attrs) => {
        close()
        answer(view, asked, attrs)
      }}
      onClose={close}
    />
  )
}

/** As soon as the dialog no longer keeps the focus away from the rest of the page. */
function focusAgain(view: EditorView) {
  if (!view.isDestroyed) view.focus()
}

const questions: Readonly<Record<AskedKind, (props: QuestionProps) => ReactNode>> = {
  content_ref: ({ onAnswer, ...props }) => (
    <ChooseTarget title="Page card" {...props} onChoose={({ ref }) => onAnswer({ ref })} />
  ),
  reusable_content: ReusableQuestion,
  embed: ({ attrs, onAnswer, ...props }) => (
    <FieldQuestion
      title="Embed"
      label="Address"
      note="Of a video, or of another website. Readers load it by a click."
      placeholder="https://"
      value={String(attrs.url ?? '')}
      faultIn={(url) => (isAddress(url) ? undefined : 'Write a whole address, which begins with https://.')}
      onAnswer={(url) => onAnswer({ url })}
      {...props}
    />
  ),
  button: ButtonQuestion,
  icon: ({ attrs, onAnswer, ...props }) => (
    <FieldQuestion
      title="Icon"
      label="Name of the icon"
      note="Of Phosphor or Font Awesome, such as lightning, book-open or circle-info."
      value={String(attrs.icon ?? '')}
      faultIn={(name) =>
        /^[a-z\d]+(?:-[a-z\d]+)*$/.test(name) ? undefined : 'A name has small letters, digits and hyphens.'
      }
      onAnswer={(icon) => onAnswer({ icon })}
      {...props}
    />
  ),
  expression: ExpressionQuestion,
  if: ({ onAnswer, ...props }) => (
    <FieldQuestion
      title="Condition"
      label="Only visitors for whom"
      note="An expression about the visitor, such as visitor.claims.plan == &quot;pro&quot;."
      value=""
      faultIn={faultIn}
      onAnswer={(expression) => onAnswer({ expression })}
      {...props}
    />
  ),
  openapi_operation: ApiQuestion,
  openapi_schemas: ApiQuestion,
  openapi_webhook: ApiQuestion,
}

function ExpressionQuestion({ attrs, page, onAnswer, ...props }: QuestionProps) {
  const suggestions = useVariables(page).map(({ expression, value }) => ({ value: expression, note: value }))
  return (
    <FieldQuestion
      title="Expression"
      label="Expression"
      note="Readers see its value."
      value={String(attrs.expression ?? '')}
      suggestions={suggestions}
      faultIn={faultIn}
      onAnswer={(expression) => onAnswer({ expression })}
      {...props}
    />
  )
}

function ReusableQuestion({ page: { spaceId, version }, onAnswer, onClose }: QuestionProps) {
  const [words, setWords] = useState('')
  const { data, isError } = useQuery({ ...contentOf(spaceId, version), throwOnError: false })
  const all = isError ? [] : data?.reusableContents
  return (
    <Choose
      title="Reusable content"
      label="Title"
      words={words}
      onWords={setWords}
      items={all && havingWords(all, words, ({ title }) => title)}
      empty={
        all?.length === 0
          ? 'This space has no reusable content. Imports add it.'
          : 'No reusable content has these words in its title.'
      }
      idOf={({ id }) => id}
      draw={({ title }) => (
        <>
          <Icon name="puzzle-piece" />
          <span className="cut">{title}</span>
        </>
      )}
      onChoose={({ id }) => onAnswer({ ref: { kind: 'reusable-content', reusableContent: id } })}
      onClose={onClose}
    />
  )
}
