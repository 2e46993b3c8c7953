import { useMutation } from '@tanstack/react-query'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { announce } from '../../../app/announcements.tsx'
import { adviceFor } from '../../../app/failures.tsx'
import { Icon } from '../../../kit/icon.tsx'
import type { AuditSearch } from './audit.ts'
import { exportEvents, exportMax, type Format } from './export.ts'
import '../../../kit/menu.css'

interface ExportMenuProps {
  readonly organizationId: string
  readonly search: AuditSearch
}

/** Everything that the filters let through, as a file. */
export function ExportMenu({ organizationId, search }: ExportMenuProps) {
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: (format: Format) => exportEvents(organizationId, search, format),
    onSuccess: ({ count }) => announce(`${count} events exported`),
    networkMode: 'always',
  })
  return (
    <>
      {error && <span role="alert">{adviceFor(error)}</span>}
      {data?.isCut && <span role="status">The file has the newest {exportMax} events. Choose a period.</span>}
      <MenuTrigger>
        <Button className="button" data-kind="primary" data-pending={isPending || undefined}>
          <Icon name="download-simple" />
          {isPending ? 'Exporting…' : 'Export'}
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu
            className="menu"
            aria-label="Export"
            onAction={(format) => !isPending && mutate(format as Format)}
          >
            <MenuItem className="menu-item" id="csv" textValue="CSV">
              <span>CSV</span>
              <small>for spreadsheets</small>
            </MenuItem>
            <MenuItem className="menu-item" id="jsonl" textValue="JSON Lines">
              <span>JSON Lines</span>
              <small>as the API returns it</small>
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
    </>
  )
}
