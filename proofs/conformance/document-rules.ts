import type { DocumentNode, JSONDocument } from '@stemma/contract'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { OpenApi, Schema } from './corrections.ts'
import { newAjv } from './description.ts'

/** What a description says about documents, node by node: a whole document would match too many variants. */
export interface DocumentRules {
  check(document: JSONDocument): DocumentFindings
}

interface DocumentFindings {
  nodes: number
  /** `heading-2: /data/id must match pattern`. */
  readonly mismatches: Set<string>
  /** `hint > code`: a block in a block that the description does not list there. */
  readonly nestings: Set<string>
}

export function documentRules({ components }: OpenApi): DocumentRules {
  const { schemas } = components
  const ajv = newAjv()
  ajv.addSchema({ components: { schemas: withAnyNodes(schemas) } } as object, 'documents')
  const compiled = new Map<string, ValidateFunction>()
  const names = namesByType(schemas)
  const fits = (name: string, value: unknown) => {
    const validate = compiled.get(name) ?? ajv.compile({ $ref: `documents#/components/schemas/${name}` })
    compiled.set(name, validate)
    return validate(value) ? [] : (validate.errors ?? [])
  }
  const allowed = nestingsOf(schemas)

  const checkNode = (findings: DocumentFindings, node: DocumentNode, parent: string) => {
    findings.nodes++
    const type = node.object === 'text' || node.object === 'fragment' ? node.object : `${node.type}`
    const name = names.get(`${node.object} ${node.type ?? ''}`)
    if (name === undefined) findings.mismatches.add(`${type}: the description has no such node`)
    else {
      for (const error of fits(name, node))
        findings.mismatches.add(`${type}: ${error.instancePath} ${error.message}`)
      const inside = allowed.get(parent)
      if (inside !== undefined && !inside.has(name)) findings.nestings.add(`${parent} > ${name}`)
    }
    for (const child of node.nodes ?? []) checkNode(findings, child, name ?? '')
    for (const fragment of node.fragments ?? []) checkNode(findings, fragment, '')
  }
  return {
    check(document) {
      const findings: DocumentFindings = { nodes: 0, mismatches: new Set(), nestings: new Set() }
      for (const error of fits('JSONDocument', document))
        findings.mismatches.add(`document: ${error.message}`)
      for (const node of document.nodes) checkNode(findings, node, 'JSONDocument')
      return findings
    },
  }
}

type Schemas = Readonly<Record<string, Schema | undefined>>

/** Component names by the `object` and `type` of the nodes that they describe. */
function namesByType(schemas: Schemas): ReadonlyMap<string, string> {
  const names = new Map([
    ['text ', 'DocumentText'],
    ['fragment ', 'DocumentFragment'],
  ])
  for (const [name, schema] of Object.entries(schemas)) {
    const [object] = schema?.properties?.object?.enum ?? []
    if (!name.startsWith('Document') || (object !== 'block' && object !== 'inline')) continue
    for (const type of schema?.properties?.type?.enum ?? []) names.set(`${object} ${type}`, name)
  }
  for (const type of ['expandable-title', 'expandable-body', 'annotation-body', 'table-cell']) {
    names.set(`fragment ${type}`, 'DocumentFragment')
  }
  return names
}

/** The schemas without rules for the nodes in a node, which are checked one by one. */
function withAnyNodes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAnyNodes)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const isNodes = name === 'nodes' && one !== null && typeof one === 'object' && 'items' in one
      return [name, isNodes ? { ...one, items: {} } : withAnyNodes(one)]
    }),
  )
}

/** For each kind of node, the kinds that it may contain. */
function nestingsOf(schemas: Schemas): ReadonlyMap<string, ReadonlySet<string>> {
  const namesIn = (schema: Schema | undefined): string[] => {
    const name = schema?.$ref?.split('/').at(-1)
    if (name === undefined) return (schema?.oneOf ?? []).flatMap(namesIn)
    return schemas[name]?.oneOf === undefined ? [name] : namesIn(schemas[name])
  }
  return new Map(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const items = schema?.properties?.nodes?.items
      return items === undefined ? [] : [[name, new Set(namesIn(items))] as const]
    }),
  )
}
