import { table, WrongUsage } from '@stemma/command-line'
import type { Scope, Token } from '@stemma/contract'
import { collect, each, limitOption, limitsIn } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { isId } from '../ids.ts'
import { signedIn } from '../session.ts'

export const tokensList = defineCommand({
  options: { limit: limitOption },
  examples: [['List your tokens', 'stemma tokens list']],

  async run({ limit: wanted }, call) {
    const { most, limit } = limitsIn(wanted)
    const client = await signedIn(call)
    const tokens = await collect(each(client.listTokens, { query: { limit } }), most)
    return { data: tokens, text: table(columns, tokens) }
  },
})

export const tokensCreate = defineCommand({
  more: 'The token is printed once and cannot be shown again.',
  takes: ['label'],
  options: {
    label: { value: 'LABEL', summary: 'What the token is for, up to 50 characters.', required: true },
    scopes: {
      value: 'SCOPES',
      summary: 'The scopes of the token, separated by commas. Default: all you have.',
    },
    org: { value: 'ID', summary: 'Limit the token to one organization. Default: all of yours.' },
    days: { value: 'DAYS', summary: 'Days until the token expires, 1 to 365.', default: '365' },
  },
  examples: [
    ['Create a token for a pipeline', 'stemma tokens create ci --scopes space:read,space:write --days 90'],
  ],

  async run({ label, scopes: list, org: organization, days }, call) {
    if (!/^[1-9]\d{0,2}$/.test(days) || Number(days) > 365)
      throw new WrongUsage('--days accepts whole numbers from 1 to 365.')
    const expiresAt = new Date(Date.now() + Number(days) * dayMs - minuteMs).toISOString()
    const scopes = list?.split(',').map((scope) => scope.trim() as Scope)
    const client = await signedIn(call)
    const body = { label, expiresAt, ...(scopes && { scopes }), ...(organization && { organization }) }
    const token = await client.createToken({ body })
    return { data: token, text: `${token.secret}\n` }
  },
})

export const tokensRevoke = defineCommand({
  takes: ['token-id'],
  options: { 'token-id': { value: 'ID', summary: 'The token, by id.', required: true } },
  examples: [['Revoke a token', 'stemma tokens revoke 3dQvm2Yk']],

  async run({ 'token-id': tokenId }, call) {
    // The message doesn't repeat the input, which may be the secret of a token.
    if (!isId(tokenId)) throw new WrongUsage('A token is named by its id. stemma tokens list shows them.')
    const client = await signedIn(call)
    await client.revokeToken({ params: { tokenId } })
    return { data: null, text: 'Revoked the token. The server rejects it from now on.\n' }
  },
})

const dayMs = 24 * 60 * 60 * 1000
/** A margin for clock differences: the server rejects tokens that expire after the last day. */
const minuteMs = 60 * 1000

const columns = {
  id: ({ id }: Token) => id,
  label: ({ label }: Token) => label,
  prefix: ({ prefix }: Token) => prefix,
  scopes: ({ scopes }: Token) => scopes?.join(',') ?? 'all',
  used: ({ lastUsedAt }: Token) => lastUsedAt?.slice(0, 10),
  expires: ({ expiresAt }: Token) => expiresAt.slice(0, 10),
}
