import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { atServer } from '../../app/base.ts'
import { toQuery, useOperation } from '../../app/operations.ts'
import { useEverySpace } from '../../app/spaces.ts'
import { useTheme } from '../../app/theme.ts'
import { useSettingsScreens } from '../settings/settings-screens.ts'
import { openShortcuts } from '../shortcuts/shortcut-map.tsx'
import type { Entry } from './entry.ts'
import { useOperationEntries } from './operation-entries.ts'
import { useSpaceEntries } from './space-entries.ts'

/** What matches the words: screens and spaces at once, below them the pages that the server finds. */
export function useEntries(organizationId: string, words: string) {
  const query = words.trim()
  const search = toQuery('searchOrganizationContent', {
    params: { organizationId },
    query: { query, limit: 8 },
  })
  const found = useQuery({ ...search, enabled: query.length > 1, placeholderData: keepPreviousData })
  const pages = usePageEntries(organizationId, query.length > 1 ? (found.data?.items ?? []) : [])
  const near = useNearEntries(organizationId).filter(({ title }) => contains(title, query))
  const runs = useOperationEntries(organizationId, query)
  const further = useSearchEntry(organizationId, query)
  const groups = [
    { name: 'Go to', entries: near },
    { name: 'Pages', entries: pages },
    { name: 'Operations', entries: runs },
    { name: 'Search', entries: query.length > 1 ? [further] : [] },
  ]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isSearching: found.isFetching,
  }
}

function contains(title: string, words: string): boolean {
  return title.toLowerCase().includes(words.toLowerCase())
}

type Found = {
  readonly id: string
  readonly title: string
  readonly pages: readonly { readonly id: string; readonly title: string; readonly path: string }[]
}

function usePageEntries(organizationId: string, spaces: readonly Found[]): readonly Entry[] {
  const navigate = useNavigate()
  return spaces.flatMap(({ id: spaceId, title: note, pages }) =>
    pages.map(({ id, title, path }) => ({
      id: `${spaceId}/${id}`,
      icon: 'file-text' as const,
      title,
      note,
      act: () =>
        navigate({
          to: '/o/$organizationId/s/$spaceId/$',
          params: { organizationId, spaceId, _splat: path },
        }),
    })),
  )
}

/** Hands the words to the search, which has filters and shows where they are. */
function useSearchEntry(organizationId: string, query: string): Entry {
  const navigate = useNavigate()
  return {
    id: 'search-everything',
    icon: 'magnifying-glass',
    title: `Search everything for “${query}”`,
    note: '',
    act: () => navigate({ to: '/o/$organizationId/search', params: { organizationId }, search: { query } }),
  }
}

/** What needs no search. */
function useNearEntries(organizationId: string): readonly Entry[] {
  const navigate = useNavigate()
  const { items } = useEverySpace({ organizationId })
  const spaces = items.map(({ id: spaceId, title }) => ({
    id: spaceId,
    icon: 'book-open' as const,
    title: title || 'Untitled space',
    note: 'Space',
    act: () => navigate({ to: '/o/$organizationId/s/$spaceId', params: { organizationId, spaceId } }),
  }))
  return [
    ...useSpaceEntries(organizationId),
    ...useScreenEntries(organizationId),
    ...spaces,
    ...useBeginEntries(organizationId),
    ...useSettingsEntries(organizationId),
    ...useConsoleEntries(),
  ]
}

function useScreenEntries(organizationId: string): readonly Entry[] {
  const navigate = useNavigate()
  const params = { organizationId }
  return [
    {
      id: 'home',
      icon: 'house',
      title: 'Home',
      note: '',
      keys: 'g h',
      act: () => navigate({ to: '/o/$organizationId', params }),
    },
    {
      id: 'reviews',
      icon: 'git-pull-request',
      title: 'Reviews',
      note: '',
      keys: 'g r',
      act: () => navigate({ to: '/o/$organizationId/reviews', params }),
    },
    {
      id: 'sites',
      icon: 'globe-simple',
      title: 'Sites',
      note: '',
      act: () => navigate({ to: '/o/$organizationId/sites', params }),
    },
    {
      id: 'search',
      icon: 'magnifying-glass',
      title: 'Search',
      note: '',
      keys: '/',
      act: () => navigate({ to: '/o/$organizationId/search', params }),
    },
  ]
}

function useSettingsEntries(organizationId: string): readonly Entry[] {
  const navigate = useNavigate()
  return useSettingsScreens(organizationId).map(({ to, icon, title }) => ({
    id: to,
    icon,
    title,
    note: 'Settings',
    act: () => navigate({ to, params: { organizationId } }),
  }))
}

/** Where pages come from. */
function useBeginEntries(organizationId: string): readonly Entry[] {
  const navigate = useNavigate()
  const params = { organizationId }
  const { permissions } = useOperation('getOrganizationById', { params })
  const newSpace: Entry = {
    id: 'new-space',
    icon: 'plus',
    title: 'New space',
    note: 'From a template, or empty',
    act: () => navigate({ to: '/o/$organizationId/new', params }),
  }
  const imports: Entry = {
    id: 'imports',
    icon: 'arrow-line-down',
    title: 'Import pages',
    note: '',
    act: () => navigate({ to: '/o/$organizationId/imports', params }),
  }
  return permissions.createContent ? [newSpace, imports] : [imports]
}

/** The console itself. */
function useConsoleEntries(): readonly Entry[] {
  const { switchTheme } = useTheme()
  return [
    {
      id: 'shortcuts',
      icon: 'keyboard',
      title: 'Keyboard shortcuts',
      note: '',
      keys: '?',
      act: openShortcuts,
    },
    { id: 'theme', icon: 'circle-half', title: 'Switch between light and dark', note: '', act: switchTheme },
    {
      id: 'docs',
      icon: 'terminal-window',
      title: 'API reference',
      note: 'Opens in a new window',
      act: () => window.open(atServer('docs'), '_blank', 'noopener'),
    },
  ]
}
