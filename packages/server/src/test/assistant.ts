import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** An assistant that is connected to a server of the protocol, by the client of the protocol's authors. */
export async function connectAssistant(t: Testing, url: URL, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  t.after(() => client.close())
  return {
    client,
    call: async (name: string, args: Record<string, unknown>) => {
      const { content, isError } = await client.callTool({ name, arguments: args })
      const texts = (content as { readonly text?: string }[]).map(({ text }) => text ?? '')
      return { text: texts.join('\n'), isError: isError === true }
    },
  }
}

export interface Testing {
  readonly after: (end: () => Promise<void>) => void
}
