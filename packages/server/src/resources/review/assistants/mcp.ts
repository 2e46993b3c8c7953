import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { ApiFailure, type Client } from '@stemma/client'
import type { Scope } from '@stemma/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { askMcpServer, errorResult, sendMcpAnswer, textResult } from '../../../http/mcp.ts'
import { proposingTools } from './proposing.ts'
import { readingTools } from './reading.ts'
import { talkingTools } from './talking.ts'
import { type Tool, UnusableInput } from './tool.ts'

interface Asking {
  /** Calls operations as the owner of the token. */
  readonly api: Client
  /** Those that the token is limited to; null: it is not. */
  readonly scopes: readonly Scope[] | null
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly url: string
}

export async function answerAssistant({ api, scopes, request, reply, url }: Asking) {
  const offered = tools.filter(({ onlyWith }) => onlyWith === undefined || scopes?.includes(onlyWith))
  sendMcpAnswer(reply, await askMcpServer(request, url, () => serverWith(offered, api)))
}

const tools: readonly Tool[] = [...readingTools, ...proposingTools, ...talkingTools]

const instructions =
  'A documentation workspace. Content is in spaces of organizations. Search or list pages, read them, and ' +
  'propose changes: a proposal is a change request, which people review. Read a page before you change it, ' +
  'and send the revision that you read. Merging is offered only to tokens that name its scope.'

function serverWith(offered: readonly Tool[], api: Client): McpServer {
  const server = new McpServer({ name: 'Stemma', version: '1' }, { instructions })
  for (const { name, title, description, input, isReading, run } of offered) {
    const inputSchema = fromJsonSchema<object>(input)
    const annotations = { readOnlyHint: isReading, openWorldHint: false }
    server.registerTool(name, { title, description, inputSchema, annotations }, async (given) => {
      try {
        return textResult(await run(api, given))
      } catch (error) {
        const isForCaller = error instanceof ApiFailure || error instanceof UnusableInput
        if (isForCaller) return errorResult(error.message)
        throw error
      }
    })
  }
  return server
}
