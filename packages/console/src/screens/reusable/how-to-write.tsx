import type { Space } from '@stemma/contract'
import { Link } from '@tanstack/react-router'
import { SpaceGit } from '../space-settings/space-git.tsx'

interface HowToWriteProps {
  readonly organizationId: string
  readonly space: Space
}

/** The API writes pages and files only: these come by git, or with everything else of an export. */
export function HowToWrite({ organizationId, space }: HowToWriteProps) {
  if (!space.permissions.edit)
    return <p className="settings-note">People who may edit this space write them with git.</p>
  return (
    <div className="reusable-steps">
      <p className="settings-note">They are written with git, as files of the space:</p>
      <dl>
        <dt>
          <code>.gitbook/includes/support.md</code>
        </dt>
        <dd>
          A text in Markdown. The name of the file is its title, and other files include it as{' '}
          <code>{'{% include ".gitbook/includes/support.md" %}'}</code>.
        </dd>
        <dt>
          <code>.gitbook/vars.yaml</code>
        </dt>
        <dd>
          The variables, one on each line: <code>version: "4.2"</code>.
        </dd>
      </dl>
      <SpaceGit organizationId={organizationId} space={space} />
      <p className="settings-note">
        The{' '}
        <Link to="/o/$organizationId/imports" params={{ organizationId }} search={{ space: space.id }}>
          import
        </Link>{' '}
        of a space that was exported from Stemma brings its reusable contents and variables along.
      </p>
    </div>
  )
}
