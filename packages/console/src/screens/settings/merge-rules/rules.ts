import type { Organization, Space } from '@stemma/contract'

/** The rules of an organization, or of a space, which can also inherit them. */
export type MergeRules = Space['mergeRules'] | NonNullable<Organization['mergeRules']>
export type MergeRule = Extract<MergeRules, { readonly type: 'rules' }>['rules'][number]
export type RuleKind = NonNullable<MergeRule['type'] | MergeRule['rule']>

/** Rules that need nothing but their name. */
export const plainRules = [
  { id: 'require_at_least_one_approved_review', name: 'At least one person has approved it' },
  { id: 'require_all_reviews_approved', name: 'Every review approves the current content' },
  { id: 'require_up_to_date_change_request', name: 'It is updated from the space' },
  { id: 'require_change_request_subject', name: 'It has a subject' },
  { id: 'require_change_request_description', name: 'It has a description' },
  { id: 'require_author_to_merge', name: 'Its author merges it' },
] as const satisfies readonly { readonly id: RuleKind; readonly name: string }[]

type PlainKind = (typeof plainRules)[number]['id']

/** Rules about people. */
export const peopleRules = [
  { id: 'require_specific_reviewers', name: 'All of these people have approved it' },
  { id: 'require_one_of_specific_reviewers', name: 'One of these people has approved it' },
  { id: 'allow_bypass', name: 'These people merge without any rule' },
] as const satisfies readonly { readonly id: RuleKind; readonly name: string }[]

export type PeopleKind = (typeof peopleRules)[number]['id']

/** What the form edits: each kind of rule about people once, and others as they are. */
export interface Rules {
  readonly plain: readonly PlainKind[]
  readonly people: Readonly<Partial<Record<PeopleKind, readonly string[]>>>
  readonly custom: readonly { readonly expression: string; readonly message: string }[]
  readonly others: readonly MergeRule[]
}

export function toRules(given: MergeRules): Rules {
  const rules = given.type === 'rules' ? given.rules : []
  const plain = plainRules.map(({ id }) => id).filter((id) => rules.some((one) => kindOf(one) === id))
  const people: Partial<Record<PeopleKind, string[]>> = {}
  for (const one of rules) {
    const kind = peopleRules.find(({ id }) => id === kindOf(one))?.id
    if (kind !== undefined && 'users' in one)
      people[kind] = [...new Set([...(people[kind] ?? []), ...one.users])]
  }
  const custom = rules.flatMap((one) =>
    'expression' in one ? [{ expression: one.expression, message: one.message ?? '' }] : [],
  )
  const known: readonly (RuleKind | undefined)[] = [...plain, ...peopleRules.map(({ id }) => id), 'custom']
  return { plain, people, custom, others: rules.filter((one) => !known.includes(kindOf(one))) }
}

export function fromRules({ plain, people, custom, others }: Rules): MergeRule[] {
  return [
    ...plain.map((type) => ({ type })),
    ...peopleRules.flatMap(({ id: type }) => {
      const users = [...(people[type] ?? [])]
      return users.length > 0 ? [{ type, users }] : []
    }),
    ...custom
      .filter(({ expression }) => expression.trim() !== '')
      .map(({ expression, message }) => ({
        type: 'custom' as const,
        expression: expression.trim(),
        ...(message.trim() !== '' && { message: message.trim() }),
      })),
    ...others,
  ]
}

function kindOf(rule: MergeRule): RuleKind | undefined {
  return rule.type ?? rule.rule
}
