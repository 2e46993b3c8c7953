import { useMutation } from '@tanstack/react-query'
import { Button } from 'react-aria-components'
import { useWrite } from '../../app/operations.ts'
import { answerByPasskey, passkeyAdvice } from '../../app/passkeys.ts'
import { Icon } from '../../kit/icon.tsx'

/** Instead of password and code. */
export function ProveByPasskey({ onProved }: { readonly onProved: () => void }) {
  const { mutateAsync: start } = useWrite('startPasskeyProof')
  const { mutateAsync: prove } = useWrite('proveIdentity', () => ['user', 'second-factors'])
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      const { id, options } = await start({})
      await prove({ body: { passkey: { id, credential: await answerByPasskey(options) } } })
    },
    onSuccess: onProved,
  })
  return (
    <>
      <Button
        className="button"
        data-kind="primary"
        autoFocus
        data-pending={isPending || undefined}
        onPress={() => isPending || mutate()}
      >
        <Icon name="key" /> Use your passkey
      </Button>
      {error && <p role="alert">{passkeyAdvice(error)}</p>}
      <p>Or with your password:</p>
    </>
  )
}
