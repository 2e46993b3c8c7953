import type { Token } from '@stemma/contract'
import { readConfig } from '../config.ts'
import { listTokens } from './accounts.ts'
import { defineCommand } from './command.ts'
import { withDatabase } from './database.ts'
import { userIn, userOptions } from './input.ts'

export const tokenList = defineCommand({
  name: 'token list',
  summary: 'List the tokens of a user, without their secrets.',
  options: userOptions,

  async run(owner) {
    const findUser = userIn(owner)
    const tokens = await withDatabase(readConfig(), async (db) => listTokens(db, await findUser(db)))
    return { data: tokens, text: table(tokens) }
  },
})

function table(tokens: readonly Token[]): string {
  const lines = [
    ['ID', 'PREFIX', 'LABEL', 'SCOPES', 'ORGANIZATION', 'LAST USED', 'EXPIRES'],
    ...tokens.map(line),
  ]
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((one) => one[column]?.length ?? 0)),
  )
  return lines
    .map(
      (one) =>
        `${one
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

function line({ id, prefix, label, scopes, organization, lastUsedAt, expiresAt }: Token): string[] {
  return [
    id,
    `${prefix}…`,
    // Whoever named the token must not speak to the operator's terminal.
    label.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '\ufffd'),
    scopes?.join(',') ?? 'all',
    organization ?? 'all',
    lastUsedAt ?? 'never',
    expiresAt,
  ]
}
