import { useQueryClient } from '@tanstack/react-query'
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { consoleUrl } from './base.ts'
import { loginFrom, setEnded, useEnded } from './session.ts'
import './sign-in-again.css'

/** Opens over a screen whose session ended. The screen stays, with everything that was typed. */
export function SignInAgain() {
  const ended = useEnded()
  const queries = useQueryClient()
  if (ended === undefined) return null
  const isSetUp = ended.reason === 'second-factor'
  const goOn = async () => {
    setEnded(undefined)
    await queries.invalidateQueries()
  }
  return (
    <ModalOverlay isOpen className="overlay">
      <Modal className="sign-in-again">
        <Dialog role="alertdialog">
          <Heading slot="title">{isSetUp ? 'Protect your account to go on' : 'Sign in to go on'}</Heading>
          <p>{words[ended.reason]}</p>
          <div className="sign-in-again-actions">
            {ended.reason === 'somebody-else' && (
              <Button className="button" onPress={() => location.assign(consoleUrl)}>
                Leave this screen
              </Button>
            )}
            <Button className="button" onPress={goOn}>
              {isSetUp ? 'I have done it' : 'I have signed in'}
            </Button>
            <Button
              className="button"
              data-kind="primary"
              autoFocus
              onPress={() => window.open(loginFrom(ended), '_blank', 'noopener')}
            >
              {isSetUp ? 'Set it up' : 'Sign in'}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

const again = 'Nothing on this screen is lost: sign in in the new window, then return here.'

const words = {
  'signed-out': `Your session has ended. ${again}`,
  sso: `This organization requires single sign-on. ${again}`,
  'second-factor':
    'This organization requires two-step verification. Nothing on this screen is lost: set it up in the ' +
    'new window, then return here.',
  'somebody-else':
    'Somebody else has signed in in this browser. What was written on this screen is kept, and sent when ' +
    'its author signs in again.',
} as const
