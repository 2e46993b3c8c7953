import { startTextService, type TextService } from './text-service.ts'

let service: TextService | undefined

/** A parser for texts that nobody edits as a page. It stays once it was needed, for the next text. */
export function parser(): Pick<TextService, 'ask'> {
  service ??= startTextService()
  return service
}
