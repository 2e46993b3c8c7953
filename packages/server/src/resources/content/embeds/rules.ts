/**
 * Frames of well-known websites, derived from the URL alone. Calling the website would let anyone make this
 * server send requests, and its HTML would run on the pages of sites.
 */
export function frameOf(url: URL): Frame | undefined {
  const host = url.hostname.replace(/^www\./, '')
  const provider = providers.find(({ hosts }) => hosts.includes(host))
  const src = provider?.frame(url)
  if (provider === undefined || src === undefined) return undefined
  const { site, height } = provider
  return { title: titleOf(url), site, src, ...(height !== undefined && { height }) }
}

interface Frame {
  readonly title: string
  readonly site: string
  readonly src: string
  /** In pixels; absent for the shape of a video. */
  readonly height?: number
}

/** The frame as HTML that a caller puts into a page of theirs. */
export function richOf({ title, site, src, height }: Frame): RichEmbed {
  return { type: 'rich', title, site, html: frame(src, site, height) }
}

/** A link for any other URL. */
export function linkOf(url: URL): LinkEmbed {
  return { type: 'link', title: titleOf(url), site: url.hostname }
}

interface LinkEmbed {
  readonly type: 'link'
  readonly title: string
  readonly site: string
}

interface RichEmbed {
  readonly type: 'rich'
  readonly title: string
  readonly site: string
  readonly html: string
}

interface Provider {
  readonly site: string
  readonly hosts: readonly string[]
  /** In pixels; absent for the shape of a video. */
  readonly height?: number
  /** The URL of the frame. Parts of the given URL are used only if they look like an identifier. */
  readonly frame: (url: URL) => string | undefined
}

/** A frame at a fixed place of the provider, with what the pattern finds in the path. */
const byPath =
  (pattern: RegExp, to: (...parts: readonly string[]) => string) =>
  ({ pathname }: URL) => {
    const [, ...parts] = pattern.exec(pathname) ?? []
    return parts.length > 0 ? to(...parts) : undefined
  }

/** Providers whose frame takes the whole URL as a parameter. */
const byParameter =
  (base: string, isShown: RegExp) =>
  (url: URL): string | undefined =>
    isShown.test(url.pathname)
      ? `${base}${encodeURIComponent(`https://${url.host}${url.pathname}`)}`
      : undefined

const youtube = (id: string) => `https://www.youtube-nocookie.com/embed/${id}`

const providers: readonly Provider[] = [
  {
    site: 'YouTube',
    hosts: ['youtube.com', 'm.youtube.com', 'youtube-nocookie.com'],
    frame: (url) => {
      const watched = /^[\w-]{6,20}$/.exec(url.pathname === '/watch' ? (url.searchParams.get('v') ?? '') : '')
      const [id] = watched ?? []
      return id
        ? youtube(id)
        : byPath(/^\/(?:embed|shorts|live)\/([\w-]{6,20})$/, (one = '') => youtube(one))(url)
    },
  },
  { site: 'YouTube', hosts: ['youtu.be'], frame: byPath(/^\/([\w-]{6,20})$/, (id = '') => youtube(id)) },
  {
    site: 'Vimeo',
    hosts: ['vimeo.com', 'player.vimeo.com'],
    frame: byPath(/^\/(?:video\/)?(\d{1,20})(?:\/|$)/, (id) => `https://player.vimeo.com/video/${id}`),
  },
  {
    site: 'Loom',
    hosts: ['loom.com'],
    frame: byPath(/^\/(?:share|embed)\/(\w{8,64})$/, (id) => `https://www.loom.com/embed/${id}`),
  },
  {
    site: 'Figma',
    hosts: ['figma.com'],
    frame: byParameter(
      'https://www.figma.com/embed?embed_host=stemma&url=',
      /^\/(?:file|design|proto|board)\/\w{10,64}(?:\/|$)/,
    ),
  },
  {
    site: 'CodePen',
    hosts: ['codepen.io'],
    frame: byPath(
      /^\/([\w-]{1,64})\/(?:pen|embed|details)\/(\w{1,64})$/,
      (user, id) => `https://codepen.io/${user}/embed/${id}?default-tab=result`,
    ),
  },
  {
    site: 'CodeSandbox',
    hosts: ['codesandbox.io'],
    height: 500,
    frame: byPath(/^\/(?:s|embed|p\/sandbox)\/([\w-]{1,128})$/, (id) => `https://codesandbox.io/embed/${id}`),
  },
  {
    site: 'StackBlitz',
    hosts: ['stackblitz.com'],
    height: 500,
    frame: byPath(/^\/edit\/([\w-]{1,128})$/, (id) => `https://stackblitz.com/edit/${id}?embed=1`),
  },
  {
    site: 'Spotify',
    hosts: ['open.spotify.com'],
    height: 352,
    frame: byPath(
      /^\/(?:intl-\w{2}\/)?(track|album|playlist|episode|show|artist)\/(\w{1,64})$/,
      (kind, id) => `https://open.spotify.com/embed/${kind}/${id}`,
    ),
  },
  {
    site: 'SoundCloud',
    hosts: ['soundcloud.com'],
    height: 166,
    frame: byParameter('https://w.soundcloud.com/player/?url=', /^\/[\w-]{1,64}\/[\w-]{1,128}$/),
  },
  {
    site: 'Miro',
    hosts: ['miro.com'],
    height: 500,
    frame: byPath(
      /^\/app\/(?:board|live-embed)\/([\w=-]{8,64})\/?$/,
      (id) => `https://miro.com/app/live-embed/${id}/`,
    ),
  },
  {
    site: 'Google Docs',
    hosts: ['docs.google.com'],
    height: 600,
    frame: byPath(
      /^\/(document|spreadsheets|presentation)\/d\/([\w-]{8,128})(?:\/|$)/,
      (kind, id) => `https://docs.google.com/${kind}/d/${id}/preview`,
    ),
  },
]

/** Where frames come from: pages of sites load frames from here and nowhere else. */
export const frameOrigins: readonly string[] = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://www.loom.com',
  'https://www.figma.com',
  'https://codepen.io',
  'https://codesandbox.io',
  'https://stackblitz.com',
  'https://open.spotify.com',
  'https://w.soundcloud.com',
  'https://miro.com',
  'https://docs.google.com',
]

/** Sandboxed: a frame can run its own scripts, and can't navigate the page around it. */
function frame(source: string, site: string, height: number | undefined): string {
  const shape = height === undefined ? 'aspect-ratio:16/9' : `height:${height}px`
  return (
    `<iframe src="${escaped(source)}" title="${escaped(site)}" style="border:0;width:100%;${shape}" ` +
    'loading="lazy" referrerpolicy="strict-origin-when-cross-origin" ' +
    'sandbox="allow-scripts allow-same-origin allow-popups allow-forms allow-presentation" ' +
    'allow="fullscreen; picture-in-picture; clipboard-write" allowfullscreen></iframe>'
  )
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The host and path without what a tracker may have added. */
function titleOf({ hostname, pathname }: URL): string {
  return `${hostname}${pathname === '/' ? '' : pathname}`
}
