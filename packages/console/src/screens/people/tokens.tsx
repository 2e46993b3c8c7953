import type { Token } from '@stemma/contract'
import { useState } from 'react'
import {
  Button,
  DialogTrigger,
  FieldError,
  Form,
  Heading,
  Input,
  Label,
  TextField,
} from 'react-aria-components'
import { adviceFor } from '../../app/failures.tsx'
import { offers } from '../../app/offers.ts'
import { useOperation, useWrite } from '../../app/operations.ts'
import { Choice } from '../../kit/choice.tsx'
import { FormDialog, FormEnd } from '../../kit/form-dialog.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Question } from '../../kit/question.tsx'
import { sayWhen } from '../../kit/when.ts'
import { ShownOnce } from './shown-once.tsx'

interface TokensProps {
  readonly organizationId: string
}

/** The tokens with which programs of the person call the API. */
export function Tokens({ organizationId }: TokensProps) {
  const { items } = useOperation('listTokens', { query: { limit: 100 } })
  return (
    <section aria-labelledby="tokens">
      <div className="settings-head">
        <h2 id="tokens">Tokens</h2>
        <DialogTrigger>
          <Button className="button" {...offers('createToken')}>
            <Icon name="plus" /> New token
          </Button>
          <FormDialog>
            <NewToken organizationId={organizationId} />
          </FormDialog>
        </DialogTrigger>
      </div>
      <p className="settings-note">A program that has one of your tokens acts as you, through the API.</p>
      {items.length > 0 && (
        <ul className="people">
          {items.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
    </section>
  )
}

function TokenRow({ token }: { readonly token: Token }) {
  const [isAsked, setAsked] = useState(false)
  const { mutate, error, isPending } = useWrite('revokeToken')
  const { id: tokenId, label, prefix, lastUsedAt, expiresAt } = token
  return (
    <li>
      <span className="who-words">
        <b className="cut">{label}</b>
        <small>
          <code>{prefix}…</code>
        </small>
      </span>
      <small>until {sayWhen(expiresAt)}</small>
      <small>{lastUsedAt === undefined ? 'never used' : `used ${sayWhen(lastUsedAt)}`}</small>
      <span className="people-end">
        <Button
          className="button"
          aria-label={`Revoke the token ${label}`}
          {...offers('revokeToken', { tokenId })}
          onPress={() => setAsked(true)}
        >
          Revoke
        </Button>
      </span>
      {isAsked && (
        <Question
          title={`Revoke the token “${label}”?`}
          action="Revoke token"
          error={error}
          isPending={isPending}
          onConfirm={() => mutate({ params: { tokenId } }, { onSuccess: () => setAsked(false) })}
          onClose={() => setAsked(false)}
        >
          <p>Programs that use it are rejected with their next request. It can’t be restored.</p>
        </Question>
      )}
    </li>
  )
}

const everywhere = 'everywhere'
const days = [30, 90, 365]

function NewToken({ organizationId }: TokensProps) {
  const [reach, setReach] = useState(organizationId)
  const [lifetime, setLifetime] = useState('90')
  const { title } = useOperation('getOrganizationById', { params: { organizationId } })
  const { mutate, data, error, isPending } = useWrite('createToken')
  if (data?.secret !== undefined)
    return <ShownOnce heading={`The token “${data.label}”`} label="Token" secret={data.secret} />
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const label = String(new FormData(event.currentTarget).get('label')).trim()
        const expiresAt = new Date(Date.now() + Number(lifetime) * 86_400_000 - 60_000).toISOString()
        mutate({ body: { label, expiresAt, ...(reach !== everywhere && { organization: reach }) } })
      }}
    >
      <Heading slot="title">New token</Heading>
      <TextField name="label" isRequired maxLength={50} autoFocus>
        <Label>What is it for?</Label>
        <Input autoComplete="off" placeholder="Release script" />
        <FieldError />
      </TextField>
      <Choice
        label="Works in"
        value={reach}
        options={[
          { id: organizationId, name: title },
          { id: everywhere, name: 'All your organizations' },
        ]}
        onChange={setReach}
      />
      <Choice
        label="Expires after"
        value={lifetime}
        options={days.map((count) => ({ id: String(count), name: `${count} days` }))}
        onChange={setLifetime}
      />
      {error && <p role="alert">{adviceFor(error)}</p>}
      <FormEnd>
        <Button className="button" data-kind="primary" type="submit" isPending={isPending}>
          Create token
        </Button>
      </FormEnd>
    </Form>
  )
}
