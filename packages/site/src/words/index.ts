import { arabic } from './ar.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { italian } from './it.ts'
import { japanese } from './ja.ts'
import { dutch } from './nl.ts'
import { norwegian } from './no.ts'
import { portuguese } from './pt-br.ts'
import { russian } from './ru.ts'
import type { Words } from './words.ts'
import { chinese } from './zh.ts'

export type { Words } from './words.ts'

/** By language, without a region except where it matters. */
export const languages: Readonly<Record<string, Words>> = {
  ar: arabic,
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  ja: japanese,
  nl: dutch,
  no: norwegian,
  'pt-br': portuguese,
  ru: russian,
  zh: chinese,
}

/** The words for a BCP 47 tag, such as `pt-BR` or `de-AT`: English if there are none. */
export function wordsFor(tag: string): Words {
  return languages[languageOf(tag) ?? 'en'] ?? english
}

/** The language of the interface that a BCP 47 tag means, if there are words for it. */
export function languageOf(tag: string): string | undefined {
  const lower = tag.toLowerCase()
  const [language = ''] = lower.split('-')
  return [lower, aliases[language] ?? language].find((one) => Object.hasOwn(languages, one))
}

const aliases: Readonly<Record<string, string>> = { pt: 'pt-br', nb: 'no', nn: 'no' }

const rightToLeft = /^(?:ar|arc|ckb|dv|fa|he|ku|ps|sd|ug|ur|yi)(?:-|$)/i

/** The direction of the text, also in languages that the interface has no words for. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.test(tag) ? 'rtl' : 'ltr'
}

/** A day in words, without the time, in UTC: the same for everybody who reads the page. */
export function dayOf(moment: string, { locale }: Words): string {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return ''
  const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, dayFormat)
  formats.set(locale, format)
  return format.format(date)
}

const dayFormat = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
/** One for each language: making one takes longer than a page. */
const formats = new Map<string, Intl.DateTimeFormat>()
