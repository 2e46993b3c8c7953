import { atServer, consoleUrl } from '../../app/base.ts'
import { useOperation } from '../../app/operations.ts'
import { Icon } from '../../kit/icon.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Screen } from '../../kit/screen.tsx'
import { TwoStep } from './two-step.tsx'

/** For people whose organizations require a second step: without one, they have access to nothing else. */
export function SetUpScreen() {
  const { requiredBy, factors, proved } = useOperation('getSecondFactors', {})
  const names = requiredBy.map(({ title }) => title).join(', ') || 'Your organization'
  return (
    <Screen title="Two-step verification">
      <div className="settings">
        {proved ? (
          <Notice tone="success" icon="check-circle">
            <p>Your account has a second step, and you signed in with it.</p>
            <a className="button" data-kind="primary" href={consoleUrl.href}>
              Continue <Icon name="arrow-right" />
            </a>
          </Notice>
        ) : (
          <Notice tone="warning" icon="lock-simple">
            <p>
              {names} {requiredBy.length > 1 ? 'require' : 'requires'} a second step when you sign in.{' '}
              {factors.length > 0
                ? 'You have one, but you signed in without it.'
                : 'Set one up here. Then you have access again.'}
            </p>
            {factors.length > 0 && (
              <a className="button" data-kind="primary" href={atServer('login?again=1')}>
                Sign in with it
              </a>
            )}
          </Notice>
        )}
        <TwoStep />
      </div>
    </Screen>
  )
}
