import type { SiteCustomizationSettings } from '@stemma/contract'
import { Choice, type Option } from '../../../kit/choice.tsx'
import { Field } from '../../../kit/field.tsx'

type Account = SiteCustomizationSettings['socialAccounts'][number]

const names: Readonly<Record<Account['platform'], string>> = {
  github: 'GitHub',
  bluesky: 'Bluesky',
  discord: 'Discord',
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  mastodon: 'Mastodon',
  medium: 'Medium',
  reddit: 'Reddit',
  slack: 'Slack',
  threads: 'Threads',
  tiktok: 'TikTok',
  twitter: 'X',
  youtube: 'YouTube',
}

const places: readonly Option[] = [
  { id: 'footer', name: 'In the footer' },
  { id: 'header', name: 'In the header' },
  { id: 'both', name: 'In both' },
]

interface AccountsFieldProps {
  readonly label: string
  readonly value: readonly Account[]
  readonly onChange: (accounts: readonly Account[]) => void
}

/** One handle for each platform: an empty one removes the account. */
export function AccountsField({ label, value, onChange }: AccountsFieldProps) {
  const platforms = Object.keys(names) as Account['platform'][]
  const change = (account: Account) => {
    const others = value.filter(({ platform }) => platform !== account.platform)
    onChange(account.handle.trim() === '' ? others : [...others, account])
  }
  return (
    <details className="accounts-field">
      <summary>
        {label} <span className="count">{value.length}</span>
      </summary>
      {platforms.map((platform) => {
        const known = value.find((one) => one.platform === platform)
        const account = known ?? { platform, handle: '', display: { footer: true, header: false } }
        return (
          <div className="account" key={platform}>
            <Field
              label={names[platform]}
              value={account.handle}
              maxLength={128}
              onChange={(handle) => change({ ...account, handle })}
            />
            {known && (
              <Choice
                label={`${names[platform]}: where`}
                value={placeOf(known)}
                options={places}
                onChange={(place) =>
                  change({ ...known, display: { footer: place !== 'header', header: place !== 'footer' } })
                }
              />
            )}
          </div>
        )
      })}
    </details>
  )
}

function placeOf({ display: { footer, header } }: Account): string {
  if (footer && header) return 'both'
  return header ? 'header' : 'footer'
}
