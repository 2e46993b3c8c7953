import type { Factor } from '@stemma/contract'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { offers } from '../../app/offers.ts'
import { useOperation, useWrite } from '../../app/operations.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Question } from '../../kit/question.tsx'
import { sayWhen } from '../../kit/when.ts'
import { AddAuthenticator } from './add-authenticator.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { needsProof, ProvingDialog } from './proving.tsx'
import { NewRecoveryCodes } from './recovery-codes.tsx'
import { RenameFactor } from './rename-factor.tsx'
import './two-step.css'

/** What the person proves besides their password when they sign in. */
export function TwoStep() {
  const { factors, recoveryCodesLeft } = useOperation('getSecondFactors', {})
  const [open, setOpen] = useState<keyof typeof dialogs>()
  const isOn = factors.length > 0
  return (
    <section aria-labelledby="two-step">
      <div className="settings-head">
        <h2 id="two-step">Two-step verification {isOn && <span className="badge tone-success">On</span>}</h2>
        <span className="two-step-ways">
          <Button className="button" {...offers('startPasskey')} onPress={() => setOpen('passkey')}>
            <Icon name="plus" /> Add passkey
          </Button>
          <Button
            className="button"
            {...offers('startAuthenticator')}
            onPress={() => setOpen('authenticator')}
          >
            <Icon name="plus" /> Add authenticator app
          </Button>
        </span>
      </div>
      <p className="settings-note">
        {isOn
          ? 'When you sign in with your password, you also enter a code or use a passkey. A passkey alone ' +
            'is enough, too. Keep a way in that doesn’t depend on your phone.'
          : 'Protect your account even if somebody learns your password: sign in with a passkey of your ' +
            'device, or enter a code that an app on your phone shows.'}
      </p>
      {isOn && (
        <ul className="people">
          {factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} isLast={factors.length === 1} />
          ))}
        </ul>
      )}
      {isOn && (
        <div className="two-step-codes">
          <span>
            <b>Recovery codes</b> <small>{sayLeft(recoveryCodesLeft)}</small>
          </span>
          <Button className="button" {...offers('replaceRecoveryCodes')} onPress={() => setOpen('codes')}>
            New recovery codes
          </Button>
        </div>
      )}
      <FormDialog
        isOpen={open !== undefined}
        isDismissable={false}
        onOpenChange={(isOpen) => isOpen || setOpen(undefined)}
      >
        {open && dialogs[open]}
      </FormDialog>
    </section>
  )
}

const dialogs = {
  authenticator: <AddAuthenticator />,
  passkey: <AddPasskey />,
  codes: <NewRecoveryCodes />,
}

function sayLeft(count: number): string {
  return count === 0 ? 'none left' : `${count} left, each works once`
}

const kinds = { authenticator: 'Authenticator app', passkey: 'Passkey' } as const

function FactorRow({ factor, isLast }: { readonly factor: Factor; readonly isLast: boolean }) {
  const { id: factorId, kind, label, createdAt, lastUsedAt, synced } = factor
  const [asked, setAsked] = useState<'rename' | 'remove'>()
  return (
    <li>
      <span className="who-words">
        <b className="cut">{label}</b>
        <small>{synced ? 'Passkey, synced between your devices' : kinds[kind]}</small>
      </span>
      <small>since {sayWhen(createdAt)}</small>
      <small>{lastUsedAt === undefined ? 'never used' : `used ${sayWhen(lastUsedAt)}`}</small>
      <span className="people-end">
        <Button
          className="button"
          data-kind="quiet"
          aria-label={`Rename ${label}`}
          {...offers('updateSecondFactor', { factorId })}
          onPress={() => setAsked('rename')}
        >
          Rename
        </Button>
        <Button
          className="button"
          aria-label={`Remove ${label}`}
          {...offers('deleteSecondFactor', { factorId })}
          onPress={() => setAsked('remove')}
        >
          Remove
        </Button>
      </span>
      {asked === 'rename' && <RenameFactor factor={factor} onClose={() => setAsked(undefined)} />}
      {asked === 'remove' && (
        <RemoveFactor factor={factor} isLast={isLast} onClose={() => setAsked(undefined)} />
      )}
    </li>
  )
}

const lost = {
  authenticator: 'Its codes no longer work.',
  passkey: 'It no longer signs you in.',
} as const

interface RemoveFactorProps {
  readonly factor: Factor
  readonly isLast: boolean
  readonly onClose: () => void
}

function RemoveFactor({ factor, isLast, onClose }: RemoveFactorProps) {
  const { id: factorId, kind, label } = factor
  const { mutate, error, isPending } = useWrite('deleteSecondFactor')
  const onSuccess = () => {
    announce(`${label} removed`)
    onClose()
  }
  const remove = () => mutate({ params: { factorId } }, { onSuccess })
  if (needsProof(error)) return <ProvingDialog error={error} onProved={remove} onClose={onClose} />
  return (
    <Question
      title={`Remove “${label}”?`}
      action="Remove"
      error={error}
      isPending={isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        {isLast
          ? 'Your password alone is then enough to sign in, and your recovery codes end. You lose access ' +
            'to organizations that require a second step.'
          : `${lost[kind]} Your other ways to sign in stay.`}
      </p>
      {kind === 'passkey' && (
        <p>Delete it in your device or password manager, too, or it is still offered.</p>
      )}
    </Question>
  )
}
