import { createVerify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import {
  type GivenProvider,
  responseXml,
  signXml,
  statementOf,
} from '../../packages/server/src/test/identity-provider.ts'

/** Settings of an identity provider process. */
export interface IdentityProviderSettings extends GivenProvider {
  /** The certificate that verifies the signatures of requests. */
  readonly serviceCertificate: string
  readonly entityIDOfService: string
}

/**
 * An identity provider in its own process: accepts signed requests by redirect, believes that the user is
 * whoever `?login=` names, and returns a form that submits itself. Prints its address; stops when stdin ends.
 */
export async function provideIdentities(settings: IdentityProviderSettings) {
  const server = createServer((request, response) => {
    try {
      response.setHeader('content-type', 'text/html').end(answerTo(request, settings))
    } catch (error) {
      response.writeHead(400).end(String(error))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  process.stdin.resume().on('end', () => server.close())
}

function answerTo({ url = '' }: IncomingMessage, settings: IdentityProviderSettings): string {
  const { searchParams: query } = new URL(url, 'http://localhost')
  const { id, acsURL } = readRequest(url, settings)
  const asked = { requestId: id, acsURL, entityID: settings.entityIDOfService }
  const document = signXml(responseXml(statementOf(settings, asked, query.get('login') ?? '')), settings)
  const fields = {
    SAMLResponse: Buffer.from(document).toString('base64'),
    RelayState: query.get('RelayState') ?? '',
  }
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  )
  const submit = '<script>document.forms[0].submit()</script>'
  return `<form method="post" action="${acsURL}">${inputs.join('')}</form>${submit}`
}

/** Throws unless the service signed the request, so responses only go to the service's own URL. */
export function readRequest(
  url: string,
  { serviceCertificate }: Pick<IdentityProviderSettings, 'serviceCertificate'>,
) {
  const { search, searchParams: query } = new URL(url, 'http://localhost')
  const part = (name: string) =>
    search
      .slice(1)
      .split('&')
      .find((one) => one.startsWith(`${name}=`)) ?? ''
  const signed = ['SAMLRequest', 'RelayState', 'SigAlg'].map(part).join('&')
  const isRight = createVerify('sha256')
    .update(signed)
    .verify(serviceCertificate, query.get('Signature') ?? '', 'base64')
  if (!isRight || !query.get('SigAlg')?.endsWith('#rsa-sha256')) throw new Error('The request is not signed.')
  const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString()
  const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1] ?? ''
  return {
    id: attribute('ID'),
    acsURL: attribute('AssertionConsumerServiceURL'),
    relayState: query.get('RelayState') ?? '',
  }
}
