import { CopyButton } from '../../kit/copy-button.tsx'
import { expressionOf } from './reusable.ts'
import '../../kit/document/document-text.css'

interface VariableTableProps {
  readonly variables: readonly (readonly [string, string])[]
}

/** The variables of a space by name, and how to show their values in a page. */
export function VariableTable({ variables }: VariableTableProps) {
  const sorted = variables.toSorted(([a], [b]) => a.localeCompare(b))
  return (
    <section className="reusable-part" aria-labelledby="variables">
      <h2 id="variables">
        Variables <span className="count">{variables.length}</span>
      </h2>
      {variables.length === 0 ? (
        <p className="settings-note">This space has no variables: short values that pages show.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is moved sideways by keyboard, too.
        <section className="table-scroll" aria-label="Variables" tabIndex={0}>
          <table className="variables">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Value</th>
                <th scope="col">In a page</th>
              </tr>
            </thead>
            <tbody>
              {sorted.map(([name, value]) => (
                <Row key={name} name={name} value={value} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}

function Row({ name, value }: { readonly name: string; readonly value: string }) {
  const written = expressionOf(name)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{value || <small>Empty</small>}</td>
      <td>
        {written === undefined ? (
          <small>Pages can’t show it: its name has other characters than letters, digits and _.</small>
        ) : (
          <span className="variable-use">
            <code>{written}</code>
            <CopyButton text={written} label={`Copy the Markdown of ${name}`} />
          </span>
        )}
      </td>
    </tr>
  )
}
