/** The stemmers included in every PostgreSQL, by language. Words of other languages are not stemmed. */
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

/** The PostgreSQL dictionaries that stem words of these languages. */
export function stemmersOf(languages: Iterable<string | null>): string[] {
  const names = [...languages].flatMap((language) => stemmers[language ?? ''] ?? [])
  return [...new Set(names)].map((name) => `pg_catalog.${name}_stem`)
}
