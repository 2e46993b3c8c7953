import { useParams, useSearch } from '@tanstack/react-router'
import { type Place, placeOf, versionIn, versionSearchIn } from './place.ts'

/** Which version is open, and which page. Beside other screens of the space, none is: none has this path. */
export function useOpenPlace(): Place {
  const { _splat } = useParams({ strict: false })
  const search = useSearch({ strict: false })
  return _splat === undefined ? { version: versionIn(versionSearchIn(search)), path: '~' } : placeOf(_splat)
}
