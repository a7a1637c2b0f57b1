import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { ApiResponse } from '../../harness/askApi.ts'

interface DocumentedOperation {
  operationId: string
  summary: string
  security: Record<string, unknown>[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: object }> }>
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, object>; responses: DocumentedOperation['responses'] }
}

/** One operation with its path and method. */
export interface FoundOperation {
  method: string
  path: string
  operation: DocumentedOperation
}

/** Rejects keys that a schema does not describe, which the document allows so that clients accept newer servers. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closed(part)]))
  return 'properties' in schema && !('additionalProperties' in schema) ? { ...parts, additionalProperties: false } : parts
}

export function operationsOf({ paths }: OpenApiDocument): FoundOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

/** Creates a function that compares responses with the document. It returns the reason why one does not conform, or undefined. */
export function createChecker(document: OpenApiDocument) {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'document', components: closed(document.components) })
  const operations = operationsOf(document)
  const compiled = new Map<object, ValidateFunction>()

  const validatorOf = (schema: object): ValidateFunction => {
    const known = compiled.get(schema)
    if (known) return known
    const text = JSON.stringify(closed(schema)).replaceAll('"#/', '"document#/')
    const validate = ajv.compile(JSON.parse(text))
    compiled.set(schema, validate)
    return validate
  }

  /** Finds the operation of a request. A path without parameters wins. */
  const find = (method: string, path: string): FoundOperation | undefined => {
    const matching = operations.filter(one => one.method === method && patternOf(one.path).test(path))
    return matching.find(one => one.path === path) ?? matching[0]
  }

  const check = ({ operation }: FoundOperation, response: ApiResponse): string | undefined => {
    const { status, headers, text } = response
    const documented = operation.responses[status]
    if (!documented) return `The status ${status} is not documented: ${text.slice(0, 200)}`
    const name = documented.$ref?.split('/').at(-1)
    const { content } = name === undefined ? documented : (document.components.responses[name] ?? {})
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    if (!content) return text === '' ? undefined : `The response should have no body: ${text.slice(0, 200)}`
    const media = content[type] ?? content['*/*']
    if (!media) return `The content type "${type}" is not documented.`
    if (!media.schema) return undefined
    const validate = validatorOf(media.schema)
    return validate(JSON.parse(text)) ? undefined : `${ajv.errorsText(validate.errors).slice(0, 500)}: ${text.slice(0, 300)}`
  }

  return { find, check }
}
