/** A part of a response that the client's own description does not allow. */
export interface Difference {
  readonly operation: string
  /** The part of the response, as a JSON pointer with `*` for every index, or `status`. */
  readonly at: string
  /** The versions of the client for which it differs, if not for all. */
  readonly clients?: readonly string[]
  /** How the response differs, for docs/compatibility.md. */
  readonly how: string
  /** The sentence of the specification that requires it, or our own reason. */
  readonly because: string
}

/** Later clients describe a different object at the paths of translation settings. */
const translationSettings =
  'Fields: `object` = `translation-settings`, `id`, `title` (string, 1 to 100), `languages` (string[]), ' +
  '`createdAt`, `updatedAt`, `permissions` (`view`, `edit`), `urls.location`.'

/** A row of the table of additional operations, which is newer than the client. */
const cancelling = '`/org/{organizationId}/imports/{importRunId}/cancel` | cancelImportRun | 143 | 200'

const settings = 'It works with translation settings, not with a translation of a space.'

/** IDs have one format everywhere, so a program can store all of them alike. */
const ids = '`id` (string)'

export const differences: readonly Difference[] = [
  ...['createTranslation', 'getTranslation', 'updateTranslation'].flatMap((operation) => [
    { operation, at: '', how: settings, because: translationSettings },
    { operation, at: '/object', how: settings, because: translationSettings },
  ]),
  { operation: 'listTranslations', at: '/items/*', how: settings, because: translationSettings },
  { operation: 'listTranslations', at: '/items/*/object', how: settings, because: translationSettings },
  {
    operation: 'cancelImportRun',
    at: 'status',
    how: 'It returns 200 and the import run.',
    because: cancelling,
  },
  { operation: 'listOrganizationAuditEvents', at: '/items/*/id', how: 'IDs are not UUIDs.', because: ids },
  { operation: 'getOrganizationAuditEvent', at: '/id', how: 'IDs are not UUIDs.', because: ids },
]
