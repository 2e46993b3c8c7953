import { mountedOperations } from '../../packages/server/src/test/samples.ts'
import { clients } from './clients.ts'
import { compareInputs } from './input-comparison.ts'
import { type OtherInput, otherInputs } from './other-inputs.ts'

/** Every input that a client describes must be taken by our contract, or listed with a reason. */
export function checkInputs(): { readonly figures: string; readonly differences: readonly string[] } {
  const compared = new Set<string>()
  const seen = new Set<OtherInput>()
  const refused = new Set<string>()
  for (const { version, description } of clients) {
    for (const { id, operation } of mountedOperations()) {
      const described = description.find(operation.method, operation.path)
      if (described === undefined) continue
      const result = compareInputs(operation, described, description)
      for (const place of result.places) compared.add(`${id} ${place}`)
      for (const { at, message } of result.refused) {
        const listed = find(id, at)
        if (listed === undefined) refused.add(`${version}: ${id} ${at}: ${message}`)
        else seen.add(listed)
      }
    }
  }
  const unused = otherInputs
    .filter((one) => !seen.has(one))
    .map(({ operation, at }) => `${operation} ${at}: is listed as an input that we refuse, but we take it`)
  return {
    figures: `${compared.size} compared, ${seen.size} listed, ${refused.size} refused`,
    differences: [...refused, ...unused],
  }
}

function find(id: string, place: string): OtherInput | undefined {
  return otherInputs.find(({ operation, at }) => [id, '*'].includes(operation) && at === place)
}
