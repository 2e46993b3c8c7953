import type { Site } from '@stemma/contract'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { offers } from '../../../app/offers.ts'
import { useOperation } from '../../../app/operations.ts'
import { Icon } from '../../../kit/icon.tsx'
import { Question } from '../../../kit/question.tsx'
import { Refusal } from '../../space/refusal.tsx'
import { claimsOf } from '../audience/claims.ts'
import { Explanation, SeeAs, type Visitor } from '../audience/see-as.tsx'
import { Preview } from '../preview/preview.tsx'
import { SiteScreen } from '../site-screen.tsx'
import { type InSite, shortUrl } from '../sites.ts'
import { type Added, AddPart } from './add-part.tsx'
import { baseOf, PartForm } from './part-form.tsx'
import type { PartAction } from './part-menu.tsx'
import { PartTree } from './part-tree.tsx'
import { makingDefault, moving, type PartWrites, removal, usePartWrites } from './part-writes.ts'
import { countParts, findPart, moveOf, type Part, type PartTarget, partsOf } from './parts.ts'
import './structure-screen.css'

const route = getRouteApi('/o/$organizationId/sites/$siteId/')

/** The navigation of a site: its groups, sections and spaces, in their order. */
export function StructureScreen() {
  const params = route.useParams()
  return <Structure key={params.siteId} params={params} />
}

function Structure({ params }: { readonly params: InSite }) {
  const site = useOperation('getSiteById', { params })
  const structure = useOperation('getSiteStructure', { params })
  const { writes, move, act, added, setAdded, leaving, setLeaving } = useActs(params)
  const parts = writes.withPending(partsOf(structure))
  const mayEdit = site.permissions.edit
  return (
    <SiteScreen
      params={params}
      title="Structure"
      action={
        mayEdit && <AddMenu params={params} hasSections={structure.type === 'sections'} onAdd={setAdded} />
      }
      isWhole
    >
      <div className="site-panes">
        <section className="site-pane" aria-label="Sections">
          <div className="structure-head">
            <b>Sections</b>
            <span className="count">{countParts(parts)}</span>
          </div>
          <Parts params={params} site={site} parts={parts} onAct={mayEdit ? act : undefined} onMove={move}>
            {added === undefined && leaving === undefined && <Refusal writes={writes} />}
          </Parts>
        </section>
        {mayEdit && <Seen params={params} site={site} parts={parts} />}
      </div>
      {added && (
        <AddPart
          added={added}
          organizationId={params.organizationId}
          writes={writes}
          onClose={() => setAdded(undefined)}
        />
      )}
      {leaving && (
        <Leaving part={leaving} site={site} writes={writes} onClose={() => setLeaving(undefined)} />
      )}
    </SiteScreen>
  )
}

/** What a menu, a key or a drag does to a part: it writes at once, or asks first. */
function useActs(params: InSite) {
  const writes = usePartWrites(params)
  const [added, setAdded] = useState<Added>()
  const [leaving, setLeaving] = useState<Part>()
  const move = (part: Part, target: PartTarget) => {
    const now = writes.partsNow()
    const to = moveOf(now, part.id, target)
    if (to !== undefined) writes.write(moving(now, part, to))
  }
  const act = (part: Part, action: PartAction) => {
    if (action === 'add-space') setAdded({ what: 'space', section: part })
    else if (action === 'default') writes.write(makingDefault(writes.partsNow(), part))
    else if (action === 'remove') setLeaving(part)
    else move(part, action)
  }
  return { writes, move, act, added, setAdded, leaving, setLeaving }
}

interface PartsProps extends SeenProps {
  readonly onAct: ((part: Part, action: PartAction) => void) | undefined
  readonly onMove: (part: Part, target: PartTarget) => void
  readonly children: ReactNode
}

/** The tree, and below it the settings of the part that is selected. */
function Parts({ params, site, parts, onAct, onMove, children }: PartsProps) {
  const selected = findPart(parts, route.useSearch().part)
  const navigate = route.useNavigate()
  return (
    <>
      <div className="structure-tree">
        {children}
        {parts.length === 0 && <p>This site shows nothing yet. Add a space: then you can publish it.</p>}
        <PartTree
          parts={parts}
          selected={selected?.id}
          onSelect={(part) => navigate({ search: { part }, replace: true })}
          onAct={onAct}
          onMove={onMove}
        />
      </div>
      {selected && onAct && (
        <PartForm
          key={selected.id}
          params={params}
          part={selected}
          base={baseOf(addressOf(site), parts, selected)}
        />
      )}
    </>
  )
}

interface LeavingProps {
  readonly part: Part
  readonly site: Site
  readonly writes: PartWrites
  readonly onClose: () => void
}

/** Asks before a part goes. */
function Leaving({ part, site, writes, onClose }: LeavingProps) {
  const close = () => {
    writes.forgetError()
    onClose()
  }
  return (
    <Question
      {...questionAbout(part)}
      error={writes.error}
      isPending={writes.isPending}
      onConfirm={() => writes.write(removal(part), onClose)}
      onClose={close}
    >
      <p>{consequenceOf(part, site)}</p>
    </Question>
  )
}

interface SeenProps {
  readonly params: InSite
  readonly site: Site
  readonly parts: readonly Part[]
}

/** The site as a visitor sees it, and why parts of it are hidden. */
function Seen({ params, site, parts }: SeenProps) {
  const [visitor, setVisitor] = useState<Visitor>({ claims: {} })
  return (
    <section className="structure-seen" aria-label="Preview">
      <div className="structure-head">
        <SeeAs params={params} site={site} visitor={visitor} onChange={setVisitor} />
      </div>
      <Preview
        site={site}
        claims={claimsOf(visitor.claims)}
        version={parts.map(({ id, below, condition }) => [id, below, condition])}
      />
      <Explanation params={params} site={site} visitor={visitor} parts={parts} />
    </section>
  )
}

interface AddMenuProps {
  readonly params: InSite
  readonly hasSections: boolean
  readonly onAdd: (added: Added) => void
}

function AddMenu({ params, hasSections, onAdd }: AddMenuProps) {
  return (
    <MenuTrigger>
      <Button className="button" data-kind="primary">
        <Icon name="plus" />
        Add
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" onAction={(what) => onAdd({ what } as Added)}>
          <MenuItem className="menu-item" id="section" {...offers('addSectionToSite', { ...params })}>
            Section
          </MenuItem>
          <MenuItem className="menu-item" id="space" {...offers('addSpaceToSite', { ...params })}>
            {hasSections ? 'Space, to the default section' : 'Space'}
          </MenuItem>
          {hasSections && (
            <MenuItem className="menu-item" id="group" {...offers('addSectionGroupToSite', { ...params })}>
              Group of sections
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

function questionAbout({ kind, title }: Part) {
  return kind === 'site-section-group'
    ? { title: `Ungroup “${title}”?`, action: 'Ungroup' }
    : { title: `Remove “${title}” from the site?`, action: 'Remove' }
}

/** What visitors notice, and what stays. */
function consequenceOf({ kind, below }: Part, { published }: Site): string {
  if (kind === 'site-section-group')
    return 'Its heading goes. Its sections stay in the site, at the top level.'
  const online = published ? 'Visitors no longer find its pages there, starting with the next request. ' : ''
  if (kind === 'site-space') return `${online}The space itself is kept, and you can add it again.`
  const spaces = below.length === 1 ? 'The space in it is kept' : `The ${below.length} spaces in it are kept`
  return `${online}${spaces}. The path, the title and the condition of the section are lost.`
}

function addressOf({ urls, basename, id }: Site): string {
  return shortUrl(urls.published ?? basename ?? id)
}
