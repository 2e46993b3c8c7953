import type { Space } from '@stemma/contract'
import { CopyButton } from '../../kit/copy-button.tsx'

interface SpaceGitProps {
  readonly organizationId: string
  readonly space: Space
}

/** How to clone the space, and to propose changes by pushing. */
export function SpaceGit({ organizationId, space: { id, title, urls, permissions } }: SpaceGitProps) {
  const [server = ''] = urls.location.split('/v1/')
  const clone = `git clone ${server}/git/${organizationId}/${id}/${folderOf(title)}.git`
  const push = 'git push origin HEAD:refs/for/main'
  return (
    <section aria-labelledby="git">
      <h2 id="git">Git</h2>
      <p className="settings-note">
        If git asks for a password, enter an access token. The name doesn’t matter.
      </p>
      <dl className="settings-facts">
        <dt>Clone it</dt>
        <dd>
          <code>{clone}</code> <CopyButton text={clone} label="Copy the command to clone it" />
        </dd>
        {permissions.edit && (
          <>
            <dt>Open a change request</dt>
            <dd>
              <code>{push}</code> <CopyButton text={push} label="Copy the command to open a change request" />
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

/** The folder that git makes. */
function folderOf(title: string): string {
  const words = title.toLowerCase().match(/[a-z\d]+/g) ?? []
  return words.join('-').slice(0, 50) || 'space'
}
