import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'
import './notice.css'

interface NoticeProps {
  readonly icon: IconName
  readonly tone?: 'info' | 'success' | 'warning' | 'danger'
  readonly children: ReactNode
}

/** Something to know, with what to do about it. */
export function Notice({ icon, tone = 'info', children }: NoticeProps) {
  return (
    <div className={`notice tone-${tone}`}>
      <Icon name={icon} size="l" />
      {children}
    </div>
  )
}
