import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useSpaces } from '../../app/spaces.ts'
import { Icon } from '../../kit/icon.tsx'
import { ShowMore } from '../../kit/show-more.tsx'
import { SpaceMark } from '../../kit/space-mark.tsx'
import { collectionsOf } from './lists.ts'
import { roleWords } from './roles.ts'
import { SettingsFrame } from './settings-frame.tsx'

const route = getRouteApi('/o/$organizationId/settings/permissions')

/** The spaces and collections whose access the person manages. */
export function PlacesScreen() {
  const { organizationId } = route.useParams()
  const params = { organizationId }
  const { list: spaceList, items } = useSpaces(params)
  const spaces = items.filter(({ permissions }) => permissions.admin)
  const collectionList = useSuspenseInfiniteQuery(collectionsOf(organizationId))
  const collections = collectionList.data.pages
    .flatMap((page) => page.items)
    .filter(({ permissions }) => permissions.admin)
  return (
    <SettingsFrame title="Permissions">
      <p className="settings-note">
        Choose a space or a collection to see who has access to it, and why. You see those whose admin you
        are.
      </p>
      {(collections.length > 0 || collectionList.hasNextPage) && (
        <section aria-labelledby="collections">
          <h2 id="collections">Collections</h2>
          <ul className="people">
            {collections.map(({ id: collectionId, title, ...collection }) => (
              <li key={collectionId}>
                <span className="who">
                  <Icon name="folder-simple" />
                  <Link
                    className="cut"
                    to="/o/$organizationId/settings/permissions/$collectionId"
                    params={{ organizationId, collectionId }}
                  >
                    {title || 'Untitled collection'}
                  </Link>
                </span>
                <small>{everyone(collection)}</small>
              </li>
            ))}
          </ul>
          <ShowMore list={collectionList} />
        </section>
      )}
      <section aria-labelledby="spaces">
        <h2 id="spaces">Spaces</h2>
        {spaces.length === 0 && !spaceList.hasNextPage && <p>You are admin of no space.</p>}
        {spaces.length > 0 && (
          <ul className="people">
            {spaces.map((space) => (
              <li key={space.id}>
                <span className="who">
                  <SpaceMark space={space} />
                  <Link
                    className="cut"
                    to="/o/$organizationId/s/$spaceId/~/permissions"
                    params={{ organizationId, spaceId: space.id }}
                  >
                    {space.title || 'Untitled space'}
                  </Link>
                </span>
                <small>{everyone(space)}</small>
              </li>
            ))}
          </ul>
        )}
        <ShowMore list={spaceList} />
      </section>
    </SettingsFrame>
  )
}

type Level = keyof typeof roleWords

function everyone({ defaultLevel }: { readonly defaultLevel: Level | null }): string {
  return defaultLevel === null ? 'Only who is given access' : `Everyone: ${roleWords[defaultLevel]}`
}
