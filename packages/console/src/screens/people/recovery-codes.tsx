import { Button, Heading } from 'react-aria-components'
import { adviceFor } from '../../app/failures.tsx'
import { useOperation, useWrite } from '../../app/operations.ts'
import { saveFile } from '../../app/save-file.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import { DoneEnd, FormEnd } from '../../kit/form-dialog.tsx'
import { Icon } from '../../kit/icon.tsx'
import { needsProof, Proving } from './proving.tsx'

/** Replaces the recovery codes, after a question: printed ones stop working. */
export function NewRecoveryCodes() {
  const { mutate, data, error, isPending } = useWrite('replaceRecoveryCodes', () => [
    'user',
    'second-factors',
  ])
  const replace = () => mutate({})
  if (data?.codes !== undefined) return <RecoveryCodes heading="New recovery codes" codes={data.codes} />
  if (needsProof(error)) return <Proving error={error} onProved={replace} />
  return (
    <div className="form">
      <Heading slot="title">Create new recovery codes?</Heading>
      <p>The ones that you have stop working at once.</p>
      {error && <p role="alert">{adviceFor(error)}</p>}
      <FormEnd>
        <Button
          className="button"
          data-kind="primary"
          autoFocus
          data-pending={isPending || undefined}
          onPress={() => isPending || replace()}
        >
          Create codes
        </Button>
      </FormEnd>
    </div>
  )
}

interface RecoveryCodesProps {
  readonly heading: string
  readonly codes: readonly string[]
}

/** The codes, which the server tells only now. */
export function RecoveryCodes({ heading, codes }: RecoveryCodesProps) {
  const { email } = useOperation('getAuthenticatedUser', {})
  const title = `Recovery codes of ${email ?? 'your account'} at ${location.host}. Each works once.`
  const text = [title, '', ...codes, ''].join('\n')
  const download = () => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')
  return (
    <div className="form">
      <Heading slot="title">{heading}</Heading>
      <p>
        If you lose your phone, each of these codes replaces it once. Keep them where you find them without
        it. They are shown only now.
      </p>
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="people-end">
        <Button className="button" onPress={download}>
          <Icon name="download-simple" /> Download
        </Button>
        <CopyButton text={text} label="Copy the recovery codes" />
      </div>
      <DoneEnd />
    </div>
  )
}
