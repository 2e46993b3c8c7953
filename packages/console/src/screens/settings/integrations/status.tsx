import type { InstalledIntegration } from '@stemma/contract'
import { statusTones, statusWords } from './integrations.ts'

export function Status({ status }: Pick<InstalledIntegration, 'status'>) {
  return <span className={`badge tone-${statusTones[status]}`}>{statusWords[status]}</span>
}
