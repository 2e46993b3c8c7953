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
import type { MailWords } from './words.ts'
import { chinese } from './zh.ts'

/** The same languages as published sites have. */
export const mailLanguages: Readonly<Record<string, MailWords>> = {
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
