import { fileURLToPath } from 'node:url'

/** The folders of the fonts that come with the server, all under the SIL Open Font License. */
export function fontFolders(): string[] {
  return families.map(({ module, folder }) => fileURLToPath(new URL(folder, import.meta.resolve(module))))
}

/** In this order a letter is looked for; fonts of an own folder or of the system come after all of these. */
export function fontNames(language: string | null): string[] {
  const own = families.filter(({ languages }) => languages?.includes(language ?? ''))
  return [...new Set([families[0], ...own, ...families].flatMap((family) => family?.name ?? []))]
}

interface Family {
  readonly name: string
  readonly module: string
  /** From the entry of the module. */
  readonly folder: string
  /** Whose letters it has in the form that their readers know. */
  readonly languages?: readonly string[]
}

const families: readonly Family[] = [
  { name: 'Noto Sans', module: '@embedpdf/fonts-latin', folder: '../fonts/' },
  {
    name: 'Noto Sans S Chinese',
    module: '@embedpdf/fonts-sc',
    folder: '../fonts/',
    languages: ['zh', 'yue'],
  },
  { name: 'Noto Sans Japanese', module: '@embedpdf/fonts-jp', folder: '../fonts/', languages: ['ja'] },
  { name: 'Noto Sans Korean', module: '@embedpdf/fonts-kr', folder: '../fonts/', languages: ['ko'] },
  { name: 'Noto Naskh Arabic', module: '@embedpdf/fonts-arabic', folder: '../fonts/' },
  { name: 'Noto Sans Hebrew', module: '@embedpdf/fonts-hebrew', folder: '../fonts/' },
  { name: 'Noto Sans Thai', module: '@expo-google-fonts/noto-sans-thai', folder: './' },
  { name: 'Noto Color Emoji', module: '@expo-google-fonts/noto-color-emoji', folder: './400Regular/' },
]
