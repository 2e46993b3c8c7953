/** The stemmers that every PostgreSQL has, by language; words of other languages are taken as written. */
const stemmers: Readonly<Record<string, string>> = {
  ar: 'arabic',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  'pt-br': 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
}

/** The dictionaries that reduce words of these languages to their stems. */
export function stemmersOf(languages: Iterable<string | null>): string[] {
  const names = [...languages].flatMap((language) => stemmers[language ?? ''] ?? [])
  return [...new Set(names)].map((name) => `pg_catalog.${name}_stem`)
}
