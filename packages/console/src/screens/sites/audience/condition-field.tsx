import { useQuery } from '@tanstack/react-query'
import { toQuery } from '../../../app/operations.ts'
import { Choice } from '../../../kit/choice.tsx'
import { Field } from '../../../kit/field.tsx'
import type { InSite } from '../sites.ts'

interface ConditionFieldProps {
  readonly params: InSite
  readonly value: string
  readonly onChange: (condition: string) => void
}

const always = 'always'
const own = 'own'

/** Who sees a part: everyone, those of whom a claim is true, or whoever an expression of one's own lets. */
export function ConditionField({ params, value, onChange }: ConditionFieldProps) {
  const { data } = useQuery(toQuery('listSiteAdaptiveTemplateConditions', { params }))
  const known = data?.items ?? []
  const isKnown = known.some(({ condition }) => condition === value)
  const options = [
    { id: always, name: 'Everyone who can read the site' },
    ...known.map(({ condition, description }) => ({ id: condition, name: description })),
    { id: own, name: 'An expression of your own' },
  ]
  const chosen = value === '' ? always : isKnown ? value : own
  const choose = (id: string) => onChange(id === always ? '' : id === own ? value || 'visitor.claims.' : id)
  return (
    <>
      <Choice label="Who sees it" value={chosen} options={options} onChange={choose} />
      {value !== '' && (
        <Field
          label="Visible if"
          value={value}
          onChange={onChange}
          maxLength={1024}
          note="Visitors for whom it is false don’t see the part, its pages or its search results."
        />
      )}
    </>
  )
}
