import { useQuery } from '@tanstack/react-query'
import type { Attrs } from 'prosemirror-model'
import { useState } from 'react'
import { toQuery } from '../../../app/operations.ts'
import { havingWords } from '../../../kit/having-words.ts'
import { Icon } from '../../../kit/icon.tsx'
import { type ApiCall, callsIn, schemasIn } from './api-parts.ts'
import { Choose } from './choose.tsx'
import type { QuestionProps } from './question-props.ts'

const specsMax = 100

/** First the API, unless there is only one, then what of it the block shows. */
export function ApiQuestion(props: QuestionProps) {
  const { organizationId, onClose } = props
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<string>()
  const query = { limit: specsMax }
  const { data, isError } = useQuery({
    ...toQuery('listOpenAPISpecs', { params: { organizationId }, query }),
    throwOnError: false,
  })
  const specs = isError ? [] : data?.items.filter(({ lastVersion }) => lastVersion !== undefined)
  const [first, second] = specs ?? []
  const spec = chosen ?? (second === undefined ? first?.slug : undefined)
  if (spec !== undefined) return <ApiPart {...props} spec={spec} />
  return (
    <Choose
      title="API"
      label="Name of the API spec"
      words={words}
      onWords={setWords}
      items={specs && havingWords(specs, words, ({ slug }) => slug)}
      empty="The organization has no such API spec. Admins add specs in Settings, OpenAPI specs."
      idOf={({ id }) => id}
      draw={({ slug, sourceURL }) => (
        <>
          <Icon name="terminal-window" />
          <span className="cut">{slug}</span>
          <small className="cut">{sourceURL}</small>
        </>
      )}
      onChoose={({ slug }) => setChosen(slug)}
      onClose={onClose}
    />
  )
}

interface ApiPartProps extends QuestionProps {
  readonly spec: string
}

function ApiPart({ spec, asked: { kind }, organizationId, onAnswer, onClose }: ApiPartProps) {
  const params = { organizationId, specSlug: spec }
  const { data, isError } = useQuery({
    ...toQuery('getLatestOpenAPISpecVersionContentRaw', { params }),
    select: ({ text }): unknown => JSON.parse(text),
    throwOnError: false,
  })
  const document = isError ? {} : data
  const props = { spec, document, onClose }
  const answer = (attrs: Attrs) => onAnswer({ ref: { kind: 'openapi', spec }, ...attrs })
  if (kind === 'openapi_schemas')
    return <ChooseSchemas {...props} onChoose={(schemas) => answer({ schemas })} />
  if (kind === 'openapi_webhook')
    return <ChooseCall {...props} list="webhooks" onChoose={({ method, name }) => answer({ name, method })} />
  return (
    <ChooseCall {...props} list="paths" onChoose={({ method, name }) => answer({ path: name, method })} />
  )
}

interface PartProps<Chosen> {
  readonly spec: string
  /** Undefined until it is read. */
  readonly document: unknown
  readonly onChoose: (chosen: Chosen) => void
  readonly onClose: () => void
}

function ChooseCall({ spec, document, list, ...props }: PartProps<ApiCall> & { list: 'paths' | 'webhooks' }) {
  const [words, setWords] = useState('')
  const what = list === 'paths' ? 'Operation' : 'Webhook'
  const calls = document === undefined ? undefined : callsIn(document, list)
  return (
    <Choose
      title={`${what} of ${spec}`}
      label="Method, path or summary"
      words={words}
      onWords={setWords}
      items={
        calls && havingWords(calls, words, ({ method, name, summary }) => `${method} ${name} ${summary}`)
      }
      empty={calls?.length === 0 ? `This API has no ${what.toLowerCase()}s.` : 'Nothing has these words.'}
      idOf={({ method, name }) => `${method} ${name}`}
      draw={({ method, name, summary }) => (
        <>
          <span className="chooser-method">{method.toUpperCase()}</span>
          <span className="cut">{name}</span>
          <small className="cut">{summary}</small>
        </>
      )}
      {...props}
    />
  )
}

function ChooseSchemas({ spec, document, ...props }: PartProps<readonly string[]>) {
  const [words, setWords] = useState('')
  const schemas = document === undefined ? undefined : schemasIn(document)
  const all = { name: 'All schemas', names: schemas ?? [] }
  const found = schemas?.map((name) => ({ name, names: [name] }))
  const matching = found && havingWords(found, words, ({ name }) => name)
  const isWhole = words.trim() === '' && (schemas?.length ?? 0) > 1
  return (
    <Choose
      title={`Schemas of ${spec}`}
      label="Name of the schema"
      words={words}
      onWords={setWords}
      items={matching && (isWhole ? [...matching, all] : matching)}
      empty={schemas?.length === 0 ? 'This API has no schemas.' : 'No schema has this name.'}
      idOf={({ name, names }) => `${names.length} ${name}`}
      draw={({ name, names }) => (
        <>
          <Icon name="tree-structure" />
          <span className="cut">{name}</span>
          {names.length > 1 && <small>{names.length}</small>}
        </>
      )}
      {...props}
      onChoose={({ names }) => props.onChoose(names)}
    />
  )
}
