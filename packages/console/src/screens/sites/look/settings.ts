import type { SiteCustomizationSettings } from '@stemma/contract'
import type { Option } from '../../../kit/choice.tsx'

type Settings = SiteCustomizationSettings

/** One setting of a site, by the path of its value. */
export type Setting = Named &
  (
    | { readonly kind: 'choice'; readonly options: readonly Option[] }
    | { readonly kind: 'switch' }
    | { readonly kind: 'text'; readonly max: number; readonly isLong?: boolean }
    | { readonly kind: 'url' }
    /** A pair for light and dark. An optional one can be removed. */
    | { readonly kind: 'colors'; readonly isOptional?: boolean }
    | { readonly kind: 'images' }
    | { readonly kind: 'checks'; readonly options: readonly Option[] }
    | { readonly kind: 'links'; readonly of: 'header' | 'footer' }
    | { readonly kind: 'accounts' }
  )

interface Named {
  readonly path: string
  readonly label: string
  readonly note?: string
}

export interface SettingGroup {
  readonly id: string
  readonly name: string
  readonly settings: readonly Setting[]
}

const named = (...ids: readonly string[]): readonly Option[] =>
  ids.map((id) => ({ id, name: id.slice(0, 1).toUpperCase() + id.slice(1) }))

/** `SourceCodePro` is `Source Code Pro`. */
const fonts = (...ids: readonly string[]): readonly Option[] =>
  ids.map((id) => ({ id, name: id.replaceAll(/([a-z])([A-Z])/g, '$1 $2') }))

const textFonts = fonts(
  'Inter',
  'ABCFavorit',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
)

const codeFonts = fonts(
  'JetBrainsMono',
  'FiraCode',
  'IBMPlexMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
)

const locales: readonly Option[] = [
  { id: 'en', name: 'English' },
  { id: 'fr', name: 'French' },
  { id: 'es', name: 'Spanish' },
  { id: 'zh', name: 'Chinese' },
  { id: 'ja', name: 'Japanese' },
  { id: 'de', name: 'German' },
  { id: 'nl', name: 'Dutch' },
  { id: 'no', name: 'Norwegian' },
  { id: 'pt-br', name: 'Portuguese, Brazil' },
  { id: 'ru', name: 'Russian' },
]

/** Every setting that published sites honour, in the order of the screen. */
export const settingGroups: readonly SettingGroup[] = [
  {
    id: 'brand',
    name: 'Brand',
    settings: [
      {
        path: 'title',
        label: 'Title',
        kind: 'text',
        max: 128,
        note: 'Without one, the name of the site is shown.',
      },
      { path: 'header.logo', label: 'Logo', kind: 'images', note: 'Shown instead of the title.' },
      { path: 'favicon.emoji', label: 'Icon: an emoji', kind: 'text', max: 50 },
      { path: 'favicon.icon', label: 'Icon: a picture', kind: 'images' },
      {
        path: 'socialPreview.url',
        label: 'Picture of shared links',
        kind: 'url',
        note: 'Shown where somebody posts a link to a page.',
      },
    ],
  },
  {
    id: 'colors',
    name: 'Colours',
    settings: [
      {
        path: 'styling.theme',
        label: 'Theme',
        kind: 'choice',
        options: named('clean', 'muted', 'bold', 'gradient'),
      },
      { path: 'styling.primaryColor', label: 'Primary', kind: 'colors' },
      { path: 'styling.tint.color', label: 'Tint of greys', kind: 'colors', isOptional: true },
      { path: 'header.backgroundColor', label: 'Header', kind: 'colors', isOptional: true },
      { path: 'header.linkColor', label: 'Links in the header', kind: 'colors', isOptional: true },
      { path: 'styling.infoColor', label: 'Hints: info', kind: 'colors' },
      { path: 'styling.successColor', label: 'Hints: success', kind: 'colors' },
      { path: 'styling.warningColor', label: 'Hints: warning', kind: 'colors' },
      { path: 'styling.dangerColor', label: 'Hints: danger', kind: 'colors' },
      {
        path: 'themes.default',
        label: 'Light or dark',
        kind: 'choice',
        options: [
          { id: 'light', name: 'Light' },
          { id: 'dark', name: 'Dark' },
          { id: 'system', name: 'As the reader’s system' },
        ],
      },
      { path: 'themes.toggeable', label: 'Readers can switch', kind: 'switch' },
    ],
  },
  {
    id: 'type',
    name: 'Type and shape',
    settings: [
      { path: 'styling.font', label: 'Font', kind: 'choice', options: textFonts },
      {
        path: 'styling.headingFont',
        label: 'Font of headings',
        kind: 'choice',
        options: [{ id: '', name: 'As the text' }, ...textFonts],
      },
      { path: 'styling.monospaceFont', label: 'Font of code', kind: 'choice', options: codeFonts },
      {
        path: 'styling.corners',
        label: 'Corners',
        kind: 'choice',
        options: named('straight', 'rounded', 'circular'),
      },
      {
        path: 'styling.depth',
        label: 'Shadows',
        kind: 'choice',
        options: [
          { id: 'subtle', name: 'Subtle' },
          { id: 'flat', name: 'None' },
        ],
      },
      {
        path: 'styling.links',
        label: 'Links in the text',
        kind: 'choice',
        options: [
          { id: 'default', name: 'Underlined' },
          { id: 'accent', name: 'In the primary colour' },
        ],
      },
      {
        path: 'styling.icons',
        label: 'Icons',
        kind: 'choice',
        options: named('regular', 'solid', 'duotone', 'light', 'thin'),
      },
      {
        path: 'styling.sidebar.background',
        label: 'Background of the sidebar',
        kind: 'choice',
        options: named('default', 'filled'),
      },
      {
        path: 'styling.sidebar.list',
        label: 'Pages in the sidebar',
        kind: 'choice',
        options: named('default', 'pill', 'line'),
      },
      { path: 'styling.search', label: 'Search', kind: 'choice', options: named('prominent', 'subtle') },
    ],
  },
  {
    id: 'navigation',
    name: 'Header and footer',
    settings: [
      { path: 'header.links', label: 'Links in the header', kind: 'links', of: 'header' },
      { path: 'footer.logo', label: 'Logo in the footer', kind: 'images' },
      { path: 'footer.groups', label: 'Links in the footer', kind: 'links', of: 'footer' },
      { path: 'footer.copyright', label: 'Copyright', kind: 'text', max: 512 },
      { path: 'privacyPolicy.url', label: 'Privacy policy', kind: 'url' },
      { path: 'socialAccounts', label: 'Accounts elsewhere', kind: 'accounts' },
      { path: 'trademark.enabled', label: 'Say what the site is published with', kind: 'switch' },
    ],
  },
  {
    id: 'announcement',
    name: 'Announcement',
    settings: [
      { path: 'announcement.enabled', label: 'Show an announcement above every page', kind: 'switch' },
      { path: 'announcement.message', label: 'Message', kind: 'text', max: 128 },
      {
        path: 'announcement.style',
        label: 'Kind',
        kind: 'choice',
        options: named('info', 'success', 'warning', 'danger'),
      },
    ],
  },
  {
    id: 'pages',
    name: 'Pages',
    settings: [
      {
        path: 'internationalization.locale',
        label: 'Language of the frame',
        kind: 'choice',
        options: locales,
        note: 'Of spaces that don’t name their own.',
      },
      { path: 'pagination.enabled', label: 'Links to the next and previous page', kind: 'switch' },
      { path: 'feedback.enabled', label: 'Ask readers whether a page helped', kind: 'switch' },
      {
        path: 'pageActions.items',
        label: 'Menu of each page',
        kind: 'checks',
        options: [
          { id: 'markdown', name: 'Markdown' },
          { id: 'external-ai', name: 'Open in an assistant' },
          { id: 'mcp', name: 'Connect an assistant' },
        ],
      },
      {
        path: 'externalLinks.target',
        label: 'Links to other sites',
        kind: 'choice',
        options: [
          { id: 'self', name: 'In the same window' },
          { id: 'blank', name: 'In a new window' },
        ],
      },
    ],
  },
]

/** What an announcement begins with: without one there are no such settings. */
const parents: Readonly<Record<string, object>> = {
  announcement: { enabled: false, message: 'Something is new', style: 'info' },
}

export function valueAt(settings: Settings, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], settings)
}

/** The settings with another value at a path. `undefined` removes it. */
export function withValue(settings: Settings, path: string, value: unknown): Settings {
  return put(settings, path.split('.'), value) as Settings
}

function put(into: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  const before = into as Readonly<Record<string, unknown>>
  const next = rest.length === 0 ? value : put((before[name] ?? parents[name] ?? {}) as object, rest, value)
  const { [name]: _old, ...others } = before
  const isGone =
    next === undefined || (rest.length > 0 && Object.keys(next as object).length === 0 && name === 'tint')
  return isGone ? others : { ...before, [name]: next }
}

/** The settings that differ, each as a whole. */
export function changedIn(saved: Settings, edited: Settings): Partial<Settings> {
  const names = [...new Set([...Object.keys(saved), ...Object.keys(edited)])] as (keyof Settings)[]
  const changed = names.filter((name) => JSON.stringify(saved[name]) !== JSON.stringify(edited[name]))
  return Object.fromEntries(changed.map((name) => [name, edited[name]]))
}
