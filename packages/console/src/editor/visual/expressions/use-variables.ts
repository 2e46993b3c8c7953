import { useQuery } from '@tanstack/react-query'
import { contentOf } from '../../../screens/space/contents.ts'
import type { PageKey } from '../../saving/delivery.ts'
import { type Variable, variablesOf } from './variables.ts'

/** What expressions of a page can name. The content of the space is read for the first of them. */
export function useVariables({ spaceId, version, pageId }: PageKey): readonly Variable[] {
  const { data } = useQuery({ ...contentOf(spaceId, version), throwOnError: false })
  return data === undefined ? [] : variablesOf(data, pageId)
}
