import { Button } from 'react-aria-components'
import { adviceFor } from '../../app/failures.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Notice } from '../../kit/notice.tsx'

interface Refused {
  readonly error: Error | null
  readonly forgetError: () => void
}

/** Why the last write was refused, until it is closed or another one succeeds. */
export function Refusal({ writes: { error, forgetError } }: { readonly writes: Refused }) {
  if (error === null) return null
  return (
    <div className="refusal" role="alert">
      <Notice tone="danger" icon="warning-circle">
        <p>{adviceFor(error)}</p>
        <Button className="icon-button" aria-label="Close" onPress={forgetError}>
          <Icon name="x" />
        </Button>
      </Notice>
    </div>
  )
}
