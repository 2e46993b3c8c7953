import type { SiteCustomizationSettings } from '@stemma/contract'

type SocialAccount = SiteCustomizationSettings['socialAccounts'][number]

/** Accounts as links. Authors write a handle or the whole URL. */
export function socialsOf(accounts: readonly SocialAccount[]): SocialLink[] {
  return accounts.map(({ platform, handle, display }) => {
    const { name, icon, url } = platforms[platform]
    const plain = handle.trim().replace(/^@/, '')
    const href = /^https?:\/\//i.test(plain) ? plain : `https://${url(encodeURI(plain))}`
    return { name, icon, href, isInFooter: display.footer, isInHeader: display.header }
  })
}

interface SocialLink {
  readonly name: string
  readonly icon: string
  readonly href: string
  readonly isInFooter: boolean
  readonly isInHeader: boolean
}

interface Platform {
  readonly name: string
  readonly icon: string
  readonly url: (handle: string) => string
}

const platforms: Readonly<Record<SocialAccount['platform'], Platform>> = {
  twitter: { name: 'X', icon: 'x-logo', url: (handle) => `x.com/${handle}` },
  instagram: { name: 'Instagram', icon: 'instagram-logo', url: (handle) => `www.instagram.com/${handle}` },
  facebook: { name: 'Facebook', icon: 'facebook-logo', url: (handle) => `www.facebook.com/${handle}` },
  linkedin: { name: 'LinkedIn', icon: 'linkedin-logo', url: linkedIn },
  github: { name: 'GitHub', icon: 'github-logo', url: (handle) => `github.com/${handle}` },
  discord: { name: 'Discord', icon: 'discord-logo', url: (handle) => `discord.gg/${handle}` },
  slack: { name: 'Slack', icon: 'slack-logo', url: (handle) => `${handle}.slack.com` },
  youtube: { name: 'YouTube', icon: 'youtube-logo', url: (handle) => `www.youtube.com/@${handle}` },
  tiktok: { name: 'TikTok', icon: 'tiktok-logo', url: (handle) => `www.tiktok.com/@${handle}` },
  reddit: { name: 'Reddit', icon: 'reddit-logo', url: (handle) => `www.reddit.com/${reddit(handle)}` },
  bluesky: { name: 'Bluesky', icon: 'butterfly', url: (handle) => `bsky.app/profile/${handle}` },
  mastodon: { name: 'Mastodon', icon: 'mastodon-logo', url: mastodon },
  threads: { name: 'Threads', icon: 'threads-logo', url: (handle) => `www.threads.net/@${handle}` },
  medium: { name: 'Medium', icon: 'medium-logo', url: (handle) => `medium.com/@${handle}` },
}

function linkedIn(handle: string): string {
  return `www.linkedin.com/${handle.includes('/') ? handle : `company/${handle}`}`
}

/** `r/docs` is a community, everything else a person. */
function reddit(handle: string): string {
  return /^[ru]\//.test(handle) ? handle : `user/${handle}`
}

/** `name@server`; without a server, the largest one. */
function mastodon(handle: string): string {
  const [name = '', server = 'mastodon.social'] = handle.split('@')
  return `${server}/@${name}`
}
