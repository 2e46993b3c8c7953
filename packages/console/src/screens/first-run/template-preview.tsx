import type { Template, TemplatePage } from './templates/template.ts'
import './template-preview.css'

/** The pages that a template creates. */
export function TemplatePreview({ template }: { readonly template: Template | undefined }) {
  if (template === undefined) return null
  const { name, pages } = template
  return (
    <section className="template-preview" aria-labelledby="template-preview">
      <h2 id="template-preview">
        {name} <span className="count">{pages.length} pages</span>
      </h2>
      <Branch pages={pages} into={undefined} />
    </section>
  )
}

interface BranchProps {
  readonly pages: readonly TemplatePage[]
  readonly into: string | undefined
}

function Branch({ pages, into }: BranchProps) {
  const here = pages.filter((page) => page.into === into)
  if (here.length === 0) return null
  return (
    <ul>
      {here.map(({ ref, title, description }) => (
        <li key={ref}>
          <b>{title}</b>
          <small>{description}</small>
          <Branch pages={pages} into={ref} />
        </li>
      ))}
    </ul>
  )
}
