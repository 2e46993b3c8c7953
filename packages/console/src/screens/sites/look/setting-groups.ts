import type { Option } from '../../../kit/choice.tsx'
import { codeThemes } from './code-themes.ts'
import type { SettingGroup } from './settings.ts'

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
      { path: 'localizedTitle', label: 'Title', kind: 'translations', max: 128 },
      {
        path: 'header.primaryLink',
        label: 'Where the title and the logo lead',
        kind: 'target',
        note: 'Without one, to the start of the site.',
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
      { path: 'styling.font', label: 'Font', kind: 'font', options: textFonts },
      {
        path: 'styling.headingFont',
        label: 'Font of headings',
        kind: 'font',
        options: [{ id: '', name: 'As the text' }, ...textFonts],
      },
      { path: 'styling.monospaceFont', label: 'Font of code', kind: 'font', options: codeFonts },
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
      {
        path: 'styling.codeTheme.default.light',
        label: 'Colours of code',
        kind: 'choice',
        options: codeThemes,
      },
      {
        path: 'styling.codeTheme.default.dark',
        label: 'Colours of code in the dark',
        kind: 'choice',
        options: codeThemes,
      },
      {
        path: 'styling.codeTheme.openapi.light',
        label: 'Colours of code in API references',
        kind: 'choice',
        options: codeThemes,
      },
      {
        path: 'styling.codeTheme.openapi.dark',
        label: 'Colours of code in API references in the dark',
        kind: 'choice',
        options: codeThemes,
      },
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
      { path: 'announcement.localizedMessage', label: 'Message', kind: 'translations', max: 128 },
      { path: 'announcement.link', label: 'Link', kind: 'link' },
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
      {
        path: 'history.enabled',
        label: 'Earlier days, the list of changes and the feed',
        kind: 'switch',
        note: 'Readers open pages as they were, with the words that were removed since.',
      },
      { path: 'feedback.enabled', label: 'Ask readers whether a page helped', kind: 'switch' },
      {
        path: 'pageActions.items',
        label: 'Menu of each page',
        kind: 'checks',
        options: [
          { id: 'markdown', name: 'Markdown' },
          { id: 'external-ai', name: 'Open in an assistant' },
          { id: 'mcp', name: 'Connect an assistant' },
          { id: 'git', name: 'Edit in git' },
          { id: 'pdf', name: 'PDF' },
          { id: 'assistant', name: 'Ask the assistant' },
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
  {
    id: 'others',
    name: 'For other programs',
    settings: [
      { path: 'insights.trackingCookie', label: 'Count visitors with a cookie', kind: 'switch' },
      { path: 'advancedCustomization.enabled', label: 'Advanced customization', kind: 'switch' },
      {
        path: 'ai.mode',
        label: 'Assistant',
        kind: 'choice',
        options: named('none', 'search', 'assistant'),
        note: 'Stored for programs that draw the site. This server has no assistant.',
      },
      { path: 'ai.greeting', label: 'Greeting', kind: 'text', max: 256 },
      { path: 'ai.localizedGreeting', label: 'Greeting', kind: 'translations', max: 128 },
      {
        path: 'ai.suggestions',
        label: 'Suggested questions',
        kind: 'lines',
        max: 5,
        note: 'One per line, at most five.',
      },
      { path: 'ai.instructions', label: 'Instructions', kind: 'text', max: 10_000, isLong: true },
      {
        path: 'header.preset',
        label: 'Header of older programs',
        kind: 'choice',
        options: named('default', 'bold', 'contrast', 'custom', 'none'),
      },
      {
        path: 'styling.background',
        label: 'Background of older programs',
        kind: 'choice',
        options: named('plain', 'match'),
      },
    ],
  },
]
