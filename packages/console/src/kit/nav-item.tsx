import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

/** A row of the sidebar: the link inside of it covers the whole row. */
export function NavItem({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }) {
  return (
    <li className="nav-item">
      <Icon name={icon} />
      {children}
    </li>
  )
}
