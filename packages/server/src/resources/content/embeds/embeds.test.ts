import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenAudienceSite, visitorOf } from '../../../test/audience-site.ts'
import { startServer } from '../../../test/harness.ts'
import { refusalOf } from '../../../test/recorded.ts'
import { frameOf, frameOrigins } from './rules.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const sourceOf = (url: string) => frameOf(new URL(url))?.src ?? ''

test('pages of well-known websites become frames of these websites', () => {
  const video = 'https://www.youtube-nocookie.com/embed/abcdefghijk'
  const frames: Readonly<Record<string, string>> = {
    'https://www.youtube.com/watch?v=abcdefghijk&t=3': video,
    'https://youtu.be/abcdefghijk': video,
    'https://youtube.com/shorts/abcdefghijk': video,
    'https://vimeo.com/123456': 'https://player.vimeo.com/video/123456',
    'https://www.loom.com/share/0123456789abcdef': 'https://www.loom.com/embed/0123456789abcdef',
    'https://codepen.io/ada/pen/xyz': 'https://codepen.io/ada/embed/xyz?default-tab=result',
    'https://codesandbox.io/s/new-1a2b': 'https://codesandbox.io/embed/new-1a2b',
    'https://stackblitz.com/edit/vite': 'https://stackblitz.com/edit/vite?embed=1',
    'https://open.spotify.com/track/abc': 'https://open.spotify.com/embed/track/abc',
    'https://soundcloud.com/a/b': 'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb',
    'https://miro.com/app/board/uXjVabc=/': 'https://miro.com/app/live-embed/uXjVabc=/',
    'https://docs.google.com/document/d/abcdefgh/edit': 'https://docs.google.com/document/d/abcdefgh/preview',
  }
  for (const [url, frame] of Object.entries(frames)) assert.equal(sourceOf(url), frame, url)
  const figma = sourceOf('https://www.figma.com/design/0123456789ab/Name')
  const origins = [...Object.values(frames), figma].map((source) => new URL(source).origin)
  assert.deepEqual([...new Set(origins)].sort(), frameOrigins.toSorted())
})

test('a URL cannot bring markup or another host into a frame', () => {
  const hostile = [
    'https://youtu.be/"onload=alert(1)',
    'https://www.youtube.com/watch?v="><script>',
    'https://youtube.com.example.com/watch?v=abcdefghijk',
    'https://example.com/?https://youtu.be/abcdefghijk',
    'https://codepen.io/../pen/xyz',
    'https://open.spotify.com/track/a%22b',
    'https://user:pass@example.com/watch?v=abcdefghijk',
  ]
  for (const url of hostile) assert.equal(frameOf(new URL(url)), undefined, url)
})

test('readers and visitors of a space get embeds, and a link for any other URL', async () => {
  const site = await givenAudienceSite(server)
  const { spaceId } = site.places.none
  const anybody = await visitorOf(server, site)
  const read = (url: string, one = anybody, id = spaceId) =>
    one.getEmbedByUrlInSpace({ params: { spaceId: id }, query: { url } })
  const link = { type: 'link', title: 'example.com/a', site: 'example.com' }
  assert.deepEqual(await read('https://example.com/a?utm=x'), link)
  const rich = await read('https://youtu.be/abcdefghijk', server.as(site.admin))
  assert.ok(rich.type === 'rich')
  assert.match(
    rich.html,
    /^<iframe src="https:\/\/www\.youtube-nocookie\.com\/embed\/abcdefghijk" title="YouTube"/,
  )
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'none'])
    assert.equal((await refusalOf(read(url))).status, 400)
  const other = await givenAudienceSite(server)
  assert.equal((await refusalOf(read('https://a.b', anybody, other.places.none.spaceId))).status, 404)
})
