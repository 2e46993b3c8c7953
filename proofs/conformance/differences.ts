/** A response that the specification requires and the client's own description does not allow. */
export interface Demanded {
  readonly operation: string
  /** The part of the response, as a JSON pointer, or `status`. */
  readonly at: string
  /** The sentence of the specification that requires it. */
  readonly sentence: string
}

/** Later clients describe a different object at the paths of translation settings. */
const translationSettings =
  'Fields: `object` = `translation-settings`, `id`, `title` (string, 1 to 100), `languages` (string[]), ' +
  '`createdAt`, `updatedAt`, `permissions` (`view`, `edit`), `urls.location`.'

/** A row of the table of additional operations, which is newer than the client. */
const cancelling = '`/org/{organizationId}/imports/{importRunId}/cancel` | cancelImportRun | 143 | 200'

export const demanded: readonly Demanded[] = [
  { operation: 'listTranslations', at: '/items/0', sentence: translationSettings },
  { operation: 'listTranslations', at: '/items/0/object', sentence: translationSettings },
  { operation: 'createTranslation', at: '', sentence: translationSettings },
  { operation: 'createTranslation', at: '/object', sentence: translationSettings },
  { operation: 'cancelImportRun', at: 'status', sentence: cancelling },
]
