import { ApiFailure, ConnectionFailure } from '@stemma/client'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Button } from 'react-aria-components'
import { Notice } from '../kit/notice.tsx'
import { Screen } from '../kit/screen.tsx'
import { UploadFailure } from './upload-file.ts'

/** A read that failed: what happened, and what can be done now. */
export function FailureScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (error instanceof ApiFailure && error.status === 404) return <MissingScreen />
  const { title, advice } = wordsFor(error)
  const retry = () => {
    reset()
    router.invalidate()
  }
  return (
    <Screen title={title}>
      <Notice tone="danger" icon="warning-circle">
        <p>{advice}</p>
        <Button className="button" onPress={retry}>
          Try again
        </Button>
      </Notice>
    </Screen>
  )
}

export function MissingScreen() {
  return (
    <Screen title="Nothing here">
      <Notice icon="magnifying-glass">
        <p>This doesn’t exist, or you don’t have access to it. Check the address, or ask an admin.</p>
        <Link className="button" to="/">
          Home
        </Link>
      </Notice>
    </Screen>
  )
}

function wordsFor(error: unknown): { readonly title: string; readonly advice: string } {
  const isOffline = error instanceof ConnectionFailure
  const id = error instanceof ApiFailure ? error.requestId : undefined
  const help = id === undefined ? '' : ` If you ask for help, name the request ${id}.`
  return { title: isOffline ? 'No connection' : 'That didn’t work', advice: `${adviceFor(error)}${help}` }
}

/** A failure in words, for people. */
export function adviceFor(error: unknown): string {
  if (error instanceof ConnectionFailure)
    return 'The server doesn’t answer. Check your network, then try again.'
  const isInWords = error instanceof ApiFailure || error instanceof UploadFailure
  return isInWords ? error.message : `Something in the console is broken: ${error}`
}
