import { readFileSync } from 'node:fs'
import { type CorpusDocument, corpusDocuments } from '../../packages/content/src/test/corpus.ts'
import { blocks } from '../../packages/content/src/test/corpus-blocks.ts'

/** An example picture, as base64. */
export const picture = readFileSync(new URL('../../docs/pictures/overview.svg', import.meta.url)).toString(
  'base64',
)

const inserted = (markdown: string) => markdown.replaceAll(/\/files\/\w+/g, './picture')

/** Every kind of block, with real pictures and code of several languages. */
export const specimen = inserted(`
Every kind of block that an author can write, one after the other, with \`code\`, **bold** and [a link](https://example.com).

${Object.values(blocks).join('\n\n')}

## Code

{% tabs %}
{% tab title="TypeScript" %}
{% code title="first.ts" lineNumbers="true" %}
\`\`\`ts
import { createClient } from '@stemma/client'

/** Reads the name of the caller. */
export async function whoami(endpoint: string, token?: string): Promise<string> {
  const { displayName } = await createClient({ endpoint, token }).getAuthenticatedUser()
  return \`\${displayName} (\${1 + 0x2a})\`
}
\`\`\`
{% endcode %}
{% endtab %}

{% tab title="Python" %}
\`\`\`python
def whoami(name: str = "nobody") -> str:
    # A comment.
    return f"{name}: {42}"
\`\`\`
{% endtab %}
{% endtabs %}

\`\`\`diff
- old
+ new
\`\`\`

![A picture of another host](https://pictures.example/a.png)

| Wide | table | with | many | columns | that | scrolls | on | a | phone |
|---|---|---|---|---|---|---|---|---|---|
${'| a long cell | a long cell '.repeat(5)}|
`)

export const landing = `---
description: Write, review and publish documentation on your own machines.
layout:
  width: wide
  tableOfContents:
    visible: false
  outline:
    visible: false
---

# Build with Stemma

<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>Every block</strong></td><td>What authors can write, and how it looks.</td><td><a href="every-block.md">every-block.md</a></td></tr><tr><td><strong>Reference</strong></td><td>Every operation of the API, with samples.</td><td><a href="reference.md">reference.md</a></td></tr><tr><td><strong>Changelog</strong></td><td>What is new, newest first.</td><td><a href="https://example.com">example.com</a></td></tr></tbody></table>

## Start here

Create a space, write a page, and publish it as a site. Each step takes a minute.

{% columns %}
{% column %}
### For writers

Change requests keep drafts apart from what readers see.
{% endcolumn %}

{% column %}
### For programs

Everything that people do is an operation of the API.
{% endcolumn %}
{% endcolumns %}
`

const contract = JSON.parse(
  readFileSync(new URL('../../packages/contract/openapi.json', import.meta.url), 'utf8'),
) as { readonly paths: Readonly<Record<string, object>> }

/** The description of our own API, with the operations of teams. */
export const exampleDescription = {
  ...contract,
  paths: Object.fromEntries(
    Object.entries(contract.paths).filter(([path]) => path.startsWith('/v1/orgs/{organizationId}/teams')),
  ),
}

/** Operations of it that read, write and delete, by the last part of their paths. */
export const exampleSlugs = ['list-teams-in-organization-by-id', 'create-organization-team']

export function referencePage(specSlug: string): string {
  const operations = Object.entries(exampleDescription.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => {
      const tag = `openapi-operation spec="${specSlug}" path="${path}" method="${method}"`
      return `{% ${tag} %}\n[teams](https://example.com)\n{% endopenapi-operation %}`
    }),
  )
  const schemas = `openapi-schemas spec="${specSlug}" schemas="Team" grouped="true"`
  const last = `{% ${schemas} %}\n[teams](https://example.com)\n{% endopenapi-schemas %}`
  const text = 'Teams give several members the same permissions.'
  return `${[text, ...operations, last].join('\n\n')}\n`
}

/** The Arabic guide, and every block between Arabic words. */
export function arabicPages(): CorpusDocument[] {
  const guide = corpusDocuments().find(({ name }) => name === 'ar-guide.md')?.markdown ?? ''
  return [
    { name: 'دليل التثبيت', markdown: guide },
    { name: 'كل الكتل', markdown: `فقرة عربية قبل كل شيء.\n\n${Object.values(blocks).join('\n\n')}\n` },
  ]
}

/** A page before and after a change. */
export const signatures = {
  before: `Check that a request comes from us and that nobody changed or repeated it.

## The header

Each request has its signature in the header \`Signature\`. It covers the time, the event ID and the body.

The header contains one signature. Accept the request if it is valid.

## Verify a request

Use the client, which also rejects requests that are older than five minutes:

\`\`\`js
const event = verifyBody(request.body, request.headers.signature, secret)
await queue.add(event)
\`\`\`

| Kind | Valid for |
| --- | --- |
| Test | 1 day |
| Production | 1 hour |

## Rotate the secret

- Rotate it once a year.
- Rotate it if it is in a log.

Stop all workers before you replace the secret.

Open **Endpoints**, select the endpoint and press **Rotate**. See [every block](every-block.md).
`,
  after: `Check that a request comes from us and that nobody changed or repeated it.

## The header

Each request has its signature in the header \`Signature\`. It covers the time, the event ID and the body.

The header contains one signature for each valid secret, separated by commas. Accept the request if any of
them is valid.

{% hint style="info" %}
During a rotation, both secrets are valid for 24 hours.
{% endhint %}

## Verify a request

Use the client, which also rejects requests that are older than five minutes:

\`\`\`js
const event = await verify(request, secret)
await queue.add(event)
\`\`\`

| Kind | Valid for |
| --- | --- |
| Test | 1 day |
| Production | 2 hours |

## Rotate the secret

- Rotate it at least once a year.
- Rotate it if it is in a log.
- Rotate it when somebody leaves.

Open **Endpoints**, select the endpoint and press **Rotate**. See [every block](every-block.md).
`,
}
