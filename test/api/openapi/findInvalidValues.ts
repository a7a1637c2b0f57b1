import { Ajv2020 } from 'ajv/dist/2020.js'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords that hold a schema, a list of schemas, or schemas by name. */
const schemaKeywords = ['items', 'additionalProperties', 'not', 'propertyNames', 'contains']
const listKeywords = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const mapKeywords = ['properties', 'patternProperties', '$defs']

interface Located {
  path: string
  value: Json
}

function* schemasIn({ path, value: schema }: Located): Generator<Located> {
  yield { path, value: schema }
  const inner = [
    ...schemaKeywords.map(keyword => [keyword, schema[keyword]] as const),
    ...listKeywords.flatMap(keyword =>
      Object.entries(schema[keyword] ?? []).map(([at, part]) => [`${keyword}/${at}`, part] as const),
    ),
    ...mapKeywords.flatMap(keyword =>
      Object.entries(schema[keyword] ?? {}).map(([at, part]) => [`${keyword}/${at}`, part] as const),
    ),
  ]
  for (const [at, part] of inner) if (isObject(part)) yield* schemasIn({ path: `${path}/${at}`, value: part })
}

/** Finds the schemas of a document, and the objects that have one beside their examples: parameters, headers and media types. */
function* objectsWithSchema({ path, value }: Located): Generator<Located> {
  if (isObject(value.schema)) yield { path, value }
  for (const [key, part] of Object.entries(value)) {
    if (key === 'schema' || key === 'schemas' || key === 'example' || key === 'examples') continue
    const parts = Array.isArray(part) ? part : [part]
    for (const [at, inner] of parts.entries())
      if (isObject(inner))
        yield* objectsWithSchema({ path: `${path}/${key}${Array.isArray(part) ? `/${at}` : ''}`, value: inner })
  }
}

/** Returns the values that a schema, or an object with a schema, gives as default and as examples. */
function valuesOf(holder: Json, isSchema: boolean): [name: string, value: unknown][] {
  const examples = Object.entries(holder.examples ?? {}).map(([at, value]): [string, unknown] => [
    `examples/${at}`,
    isSchema || !isObject(value) ? value : value.value,
  ])
  return [
    ...['default', 'example'].filter(name => Object.hasOwn(holder, name)).map((name): [string, unknown] => [name, holder[name]]),
    ...examples,
  ]
}

/**
 * Validates all defaults and examples of an OpenAPI document against their schemas.
 * @returns the path of each invalid one, with the reason
 */
export function findInvalidValues(document: { paths: object; components: { schemas: object } }): string[] {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false })
  ajv.addSchema({ ...document, $id: 'document' })
  const found: string[] = []
  const validate = (schema: Json, holder: Located, isSchema: boolean) => {
    for (const [name, value] of valuesOf(holder.value, isSchema)) {
      const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')))
      if (!check(value)) found.push(`${holder.path}/${name}: ${ajv.errorsText(check.errors)}`)
    }
  }
  const roots: Located[] = Object.entries(document.components.schemas).map(([name, value]) => ({
    path: `#/components/schemas/${name}`,
    value,
  }))
  for (const holder of objectsWithSchema({ path: '#', value: { ...document } })) {
    const schema = holder.value.schema as Json
    validate(schema, holder, false)
    roots.push({ path: `${holder.path}/schema`, value: schema })
  }
  for (const root of roots) for (const located of schemasIn(root)) validate(located.value, located, true)
  return found
}
