import type { ReactNode } from 'react'
import { Screen } from '../../kit/screen.tsx'
import './people.css'

interface SettingsFrameProps {
  readonly title: string
  /** Shown before the title: where this is. */
  readonly crumbs?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A screen of the settings. */
export function SettingsFrame({ children, ...screen }: SettingsFrameProps) {
  return (
    <Screen {...screen}>
      <div className="settings">{children}</div>
    </Screen>
  )
}
