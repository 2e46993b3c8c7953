import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callAny } from '../../app/operations.ts'
import { Combo } from '../../kit/combo.tsx'
import { useFilling } from './filling.ts'
import { type Listing, optionsIn } from './things.ts'

interface ThingInputProps {
  readonly name: string
  readonly param: string
  readonly label: ReactNode
  readonly listing: Listing
  readonly value: string
  readonly isRequired: boolean
  readonly isDisabled: boolean
  readonly note?: ReactNode
  readonly onChange: (value: string) => void
}

/** As many as one answer can hold. */
const listedMax = 1000

/** A field for the ID of something, with a list of what there is. */
export function ThingInput({ param, listing, ...field }: ThingInputProps) {
  const { organizationId, params } = useFilling()
  const known: Readonly<Record<string, string>> = { organizationId, ...params }
  const missing = listing.needs.filter((name) => !known[name])
  const input = { params: Object.fromEntries(listing.needs.map((name) => [name, known[name] ?? ''])) }
  const { data } = useQuery({
    queryKey: ['things', listing.id, input],
    // A list that can't be read leaves a field for the ID.
    enabled: missing.length === 0,
    throwOnError: false,
    queryFn: async ({ signal }) => (await callAny(listing.id, withLimit(listing, input), { signal })).data,
  })
  return <Combo {...field} options={optionsIn(data, param)} />
}

/** The pages of a space come as a whole. */
function withLimit({ id }: Listing, input: object): object {
  return id.startsWith('listPages') ? input : { ...input, query: { limit: listedMax } }
}
