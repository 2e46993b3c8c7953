/** The parts of a description that are corrected before responses are compared with it. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly schemas: Readonly<Record<string, Schema | undefined>>
  }
}

/** A description with the mistakes corrected that no response could satisfy. */
export function corrected(description: unknown): OpenApi {
  return withPossibleDocuments(withPossibleAnswers(withNullTypes(description) as OpenApi))
}

/** OpenAPI 3.0 uses `nullable`; JSON Schema lists null as one of the types. */
function withNullTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNullTypes)
  if (value === null || typeof value !== 'object') return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withNullTypes(item)]))
  const isNull = Array.isArray(copy.enum) && copy.enum.includes(null)
  if (copy.nullable !== true && !isNull) return copy
  const { nullable, type, enum: values, ...rest } = copy
  return {
    ...rest,
    ...(typeof type === 'string' && { type: [type, 'null'] }),
    ...(Array.isArray(type) && { type: [...new Set([...type, 'null'])] }),
    ...(Array.isArray(values) && { enum: [...new Set([...values, null])] }),
  }
}

/**
 * The description says that an omitted text is an object without any fields, even where it is part of a page,
 * and no page can match that. The intended meaning is that neither form of the text is present.
 */
function withPossibleAnswers(document: OpenApi): OpenApi {
  const { schemas } = document.components
  const Document = {
    oneOf: (schemas.Document?.oneOf ?? []).map((variant) =>
      variant.additionalProperties === false
        ? { not: { anyOf: [{ required: ['markdown'] }, { required: ['document'] }] } }
        : variant,
    ),
  }
  const RevisionSemanticChangePageEdited = withAny(schemas.RevisionSemanticChangePageEdited)
  const all = { ...schemas, Document, RevisionSemanticChangePageEdited }
  return { ...document, components: { ...document.components, schemas: all } }
}

/**
 * Four mistakes keep documents from matching: a plain object may be anything, the references of a cell match
 * two variants, a button's data must have no field but its target, and two kinds of blocks are allowed
 * nowhere.
 */
function withPossibleDocuments(document: OpenApi): OpenApi {
  const { schemas } = document.components
  const { DocumentTableRecord, DocumentInlineButton, DocumentBlocksTopLevels } = schemas
  const { oneOf: cells = [] } = cellsOf(DocumentTableRecord)
  const top = DocumentBlocksTopLevels?.oneOf ?? []
  const everywhere = ['DocumentBlockIf', 'DocumentBlockColumns'].map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }))
  const missing = everywhere.filter(({ $ref }) => !top.some((one) => one.$ref === $ref))
  const all = {
    ...schemas,
    PlainObject: { type: 'object', ...schemas.PlainObject },
    DocumentTableRecord: withProperty(DocumentTableRecord, 'values', {
      additionalProperties: { anyOf: cells },
    }),
    DocumentInlineButton: open(DocumentInlineButton) as Schema,
    DocumentBlocksTopLevels: { ...DocumentBlocksTopLevels, oneOf: [...top, ...missing] },
  }
  return { ...document, components: { ...document.components, schemas: all } }
}

function cellsOf(record: Schema | undefined): Schema {
  const { additionalProperties = {} } = record?.properties?.values ?? {}
  return typeof additionalProperties === 'object' ? additionalProperties : {}
}

function withProperty(schema: Schema | undefined, name: string, changes: Schema): Schema {
  const { properties = {} } = schema ?? {}
  return { ...schema, properties: { ...properties, [name]: { ...properties[name], ...changes } } }
}

/** The schema without a ban on further fields. */
function open(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(open)
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).filter(
    ([name, one]) => name !== 'additionalProperties' || one !== false,
  )
  return Object.fromEntries(fields.map(([name, one]) => [name, open(one)]))
}

/** The attributes of three kinds of pages overlap, so `oneOf` can never match exactly one of them. */
function withAny(schema: Schema | undefined): Schema {
  const { oneOf, ...attributes } = schema?.properties?.attributes ?? {}
  return {
    ...schema,
    properties: { ...schema?.properties, attributes: { ...attributes, anyOf: oneOf ?? [{}] } },
  }
}

export interface Parameter {
  readonly $ref?: string
  readonly in?: string
  readonly name?: string
  readonly required?: boolean
  readonly schema?: Schema
}

export interface OpenApiOperation {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: RequestBody
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>
}

interface RequestBody {
  readonly required?: boolean
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

export interface Schema {
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly minItems?: number
  readonly $ref?: string
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema | undefined>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly not?: object
}
