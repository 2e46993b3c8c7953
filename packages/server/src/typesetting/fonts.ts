import { fileURLToPath } from 'node:url'

/** The folders of the bundled fonts, all under the SIL Open Font License. */
export function fontFolders(): string[] {
  return families.map(({ module, folder }) => fileURLToPath(new URL(folder, import.meta.resolve(module))))
}

/** Font families in order of preference. Fonts of the configured folder or the system come last. */
export function fontNames(language: string | null): string[] {
  const own = families.filter(({ languages }) => languages?.includes(language ?? ''))
  return [...new Set([families[0], ...own, ...families].flatMap((family) => family?.name ?? []))]
}

interface Family {
  readonly name: string
  readonly module: string
  /** Relative to the entry point of the module. */
  readonly folder: string
  /** Languages whose readers expect this font's letter forms. */
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
