import { crc32, deflateSync } from 'node:zlib'
import { givenGit } from '../../packages/server/src/test/git-client.ts'
import type { Organization, Person } from '../../packages/server/src/test/harness.ts'
import type { ServedConsole } from './serve.ts'

/** A space with files of every kind, reusable contents and variables, one without, and their screens. */
export async function fillContents(
  served: Pick<ServedConsole, 'server' | 'origin'>,
  organization: Organization,
  base: string,
) {
  const { admin } = organization
  const api = served.server.as(admin)
  const create = { organizationId: organization.id }
  const none = await api.createSpace({ params: create, body: { title: 'Without files', empty: true } })
  const { id: spaceId } = await api.createSpace({
    params: create,
    body: { title: 'Relay hardware', editMode: 'live', empty: true },
  })
  await pushFiles(served, { organizationId: organization.id, spaceId }, admin, hardware)
  const params = { spaceId }
  const { revision } = await api.getSpaceById({ params })
  const { number } = await api.createChangeRequest({ params, body: { subject: 'New pictures' } })
  const { items } = await api.listFiles({ params })
  const wiring = items.find(({ name }) => name === 'wiring.png')?.id
  const [files, empty] = [`${base}/s/${spaceId}/~/files`, `${base}/s/${none.id}/~`]
  return [
    { name: 'files', url: files, awaits: '.file-uses > .badge' },
    { name: 'a picture among files', url: `${files}?file=${wiring}`, awaits: '.file-facts .page-links a' },
    { name: 'files without a match', url: `${files}?query=nowhere`, awaits: '.files-end' },
    { name: 'files of a change request', url: `${files}?change=${number}`, awaits: '.file' },
    { name: 'files of a revision', url: `${files}?rev=${revision}&sort=name`, awaits: '.file' },
    { name: 'files of an empty space', url: `${empty}/files`, awaits: '.files-empty' },
    { name: 'a page with a picture', url: `${base}/s/${spaceId}/wire-it`, awaits: 'figure > img' },
    { name: 'reusable contents', url: `${base}/s/${spaceId}/~/reusable`, awaits: '.reusable .hint' },
    { name: 'reusable contents of an empty space', url: `${empty}/reusable`, awaits: '.reusable-steps' },
  ]
}

interface InSpace {
  readonly organizationId: string
  readonly spaceId: string
}

type Files = Readonly<Record<string, string | Uint8Array>>

/** Pushes files to a space whose edits are live, which is how reusable contents and variables come there. */
export async function pushFiles(
  { origin }: Pick<ServedConsole, 'origin'>,
  { organizationId, spaceId }: InSpace,
  { secret }: Person,
  files: Files,
) {
  const client = await givenGit()
  try {
    const server = origin.replace('//', `//x:${secret}@`)
    const copy = await client.clone(`${server}/git/${organizationId}/${spaceId}/space.git`)
    await copy.commit(files)
    const { isAccepted, said } = await copy.push('HEAD:refs/heads/main')
    if (!isAccepted) throw new Error(said)
  } finally {
    await client.drop()
  }
}

const wire = `# Wire it

![Terminals L and N on the left, the relay on the right](.gitbook/assets/wiring.png)

{% file src=".gitbook/assets/Installation manual.pdf" %}

{% include ".gitbook/includes/mains-voltage.md" %}
`

const hardware: Files = {
  'wire-it.md': wire,
  'overview.md': '# Overview\n\n![The relay](.gitbook/assets/wiring.png)\n\n![](.gitbook/assets/front.png)\n',
  '.gitbook/assets/wiring.png': pictureOf(640, 360, [38, 99, 190]),
  '.gitbook/assets/front.png': pictureOf(180, 120, [214, 120, 64]),
  '.gitbook/assets/a-picture-with-a-name-that-is-far-too-long-for-its-row-of-the-list.png': pictureOf(
    1200,
    90,
    [86, 150, 96],
  ),
  '.gitbook/assets/Installation manual.pdf': '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n',
  '.gitbook/assets/firmware-4.2.1.bin': Buffer.alloc(180_000, 7),
  '.gitbook/includes/mains-voltage.md':
    '{% hint style="warning" %}\nSwitch off the mains before you open the case.\n{% endhint %}\n\n' +
    '![Where to switch it off](../assets/front.png)\n',
  '.gitbook/includes/support.md':
    'Is it not firmware <code class="expression">space.vars.firmware</code>? Ask [us](https://example.com).\n',
  '.gitbook/vars.yaml': 'firmware: "4.2.1"\n"support hours": "Monday to Friday, 9 to 17"\n',
}

/** A picture in one colour. */
export function pictureOf(width: number, height: number, colour: readonly number[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const row = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()])
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const parts = [part('IHDR', header), part('IDAT', rows), part('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

function part(type: string, data: Buffer): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)])
  bytes.writeUInt32BE(data.length, 0)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), data.length + 8)
  return bytes
}
