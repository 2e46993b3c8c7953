import type { MergeRules, SpaceMergeRules } from '@stemma/contract'
import type { Static } from 'typebox'

type AnyRules = Static<typeof SpaceMergeRules>
type AnyRule = Extract<AnyRules, { type: 'rules' }>['rules'][number]
/** A rule as it is stored: it names its kind by `type`, which servers of earlier versions read, too. */
export type MergeRule = Extract<AnyRule, { type: string }>

/** The rules as they are stored. */
export function toStoredRules(given: AnyRules): object {
  if (given.type !== 'rules') return given
  const rules = given.rules.map(({ rule, type = rule, ...fields }) => ({ type, ...fields }))
  return { type: given.type, rules }
}

/** Stored rules as the API returns them: each names its kind by `rule`, too. */
export function toMergeRules<T extends Static<typeof MergeRules> | AnyRules>(stored: unknown): T {
  const { rules, ...rest } = stored as { readonly rules?: readonly MergeRule[] }
  return { ...rest, ...(rules && { rules: rules.map((one) => ({ rule: one.type, ...one })) }) } as T
}
