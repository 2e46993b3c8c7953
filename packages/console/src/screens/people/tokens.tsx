import type { Token } from '@stemma/contract'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, DialogTrigger } from 'react-aria-components'
import { offers } from '../../app/offers.ts'
import { useOperation, useWrite } from '../../app/operations.ts'
import { Choice } from '../../kit/choice.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { Icon } from '../../kit/icon.tsx'
import { ShowMore } from '../../kit/show-more.tsx'
import { ownTokens } from './lists.ts'
import { ShownOnce } from './shown-once.tsx'
import { TokenForm } from './token-form.tsx'
import { TokenRow } from './token-row.tsx'

interface TokensProps {
  readonly organizationId: string
}

/** The tokens with which programs of the person call the API. */
export function Tokens({ organizationId }: TokensProps) {
  const list = useSuspenseInfiniteQuery(ownTokens)
  const items = list.data.pages.flatMap((page) => page.items)
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
            <OwnToken key={token.id} token={token} />
          ))}
        </ul>
      )}
      <ShowMore list={list} />
    </section>
  )
}

function OwnToken({ token }: { readonly token: Token }) {
  const write = useWrite('revokeToken')
  const params = { tokenId: token.id }
  return (
    <TokenRow
      token={token}
      offered={offers('revokeToken', params)}
      write={write}
      onRevoke={(onSuccess) => write.mutate({ params }, { onSuccess })}
    >
      Programs that use it are rejected with their next request. It can’t be restored.
    </TokenRow>
  )
}

const everywhere = 'everywhere'

function NewToken({ organizationId }: TokensProps) {
  const [reach, setReach] = useState(organizationId)
  const { title } = useOperation('getOrganizationById', { params: { organizationId } })
  const write = useWrite('createToken')
  const { data } = write
  if (data?.secret !== undefined)
    return <ShownOnce heading={`The token “${data.label}”`} label="Token" secret={data.secret} />
  return (
    <TokenForm
      heading="New token"
      question="What is it for?"
      placeholder="Release script"
      lifetime={90}
      write={write}
      onCreate={(token) =>
        write.mutate({ body: { ...token, ...(reach !== everywhere && { organization: reach }) } })
      }
    >
      <Choice
        label="Works in"
        value={reach}
        options={[
          { id: organizationId, name: title },
          { id: everywhere, name: 'All your organizations' },
        ]}
        onChange={setReach}
      />
    </TokenForm>
  )
}
