import type { JsonSchema } from '@coffer/fields/jsonSchemas'
import type { Collection, Rule } from '@coffer/schema'
import { adminOrFirstAdminOnly } from '../admins/firstAdmin.ts'
import type { FormShape } from '../body/readForm.ts'
import type { Endpoint, Guard } from '../contract.ts'
import { adminOnly, adminOrOwnerOnly, authRecordOfCollectionOnly, superusersOnly } from '../guards.ts'
import type { Operation, OperationBody } from '../operation.ts'
import { undoForAdminsOnly } from '../records/undoKey.ts'
import { adminOfAuthRecordsOnly } from '../today/authRecords/impersonate.ts'
import { assertBatchAllowed } from '../today/batch/assertBatchAllowed.ts'
import { describeError, errorResponseName } from './errorResponses.ts'
import { flag, integer, list, nullableText, partial, ref, text } from './schemas/objectSchema.ts'

/** A route with its description: an endpoint, or a route of the main thread. */
export type DescribedRoute = Pick<Endpoint, 'method' | 'path' | 'operation'> &
  Partial<Pick<Endpoint, 'guard' | 'steps' | 'dialect'>>

/** One collection and the name that its operations and schemas have. */
export interface NamedCollection {
  collection: Collection
  name: string
}

interface Access {
  description: string
  /** Whether the request needs a token. */
  needsToken: boolean
  errors: readonly number[]
}

const admins = 'Only for admins.'

/** What each guard means to a client. */
const accessByGuard = new Map<Guard, Access>([
  [adminOnly, { description: admins, needsToken: true, errors: [401] }],
  [adminOrFirstAdminOnly, { description: `${admins} Anyone can create the first one.`, needsToken: false, errors: [401, 403] }],
  [
    authRecordOfCollectionOnly,
    { description: 'Only for signed-in records of the collection.', needsToken: true, errors: [401, 403] },
  ],
  [adminOrOwnerOnly, { description: 'Only for admins and the record itself.', needsToken: true, errors: [401, 403] }],
  [undoForAdminsOnly, { description: '', needsToken: false, errors: [403] }],
  [superusersOnly, { description: admins, needsToken: true, errors: [403] }],
  [adminOfAuthRecordsOnly, { description: admins, needsToken: true, errors: [401] }],
  [
    assertBatchAllowed,
    { description: 'While the settings allow batches. Each request has its own rule.', needsToken: false, errors: [403] },
  ],
])

function accessByRule(rule: Rule): Access {
  if (rule === null) return { description: admins, needsToken: true, errors: [403] }
  if (rule === '') return { description: 'For everyone.', needsToken: false, errors: [] }
  return { description: `For requesters who satisfy the rule \`${rule}\`.`, needsToken: false, errors: [] }
}

function accessOf({ guard, operation: { rule } }: DescribedRoute, collection: Collection | undefined): Access[] {
  const guarded = guard && accessByGuard.get(guard)
  if (guard && !guarded) throw new Error(`The OpenAPI document has no description of the guard ${guard.name}.`)
  const ruled = rule && collection && accessByRule(collection[`${rule}Rule`])
  return [guarded, ruled].filter(access => access !== undefined)
}

const formSchemas: Record<FormShape[string], JsonSchema> = {
  text,
  textOrNumber: { type: ['string', 'number'] },
  nullableText,
  integer,
  flag,
  texts: list(text),
  json: {},
}

const formSchema = (form: FormShape, required: readonly string[] = []): JsonSchema => ({
  ...partial(Object.fromEntries(Object.entries(form).map(([name, kind]) => [name, formSchemas[kind]]))),
  ...(required.length > 0 && { required }),
})

function jsonBody(body: OperationBody, named: (name: string) => JsonSchema): JsonSchema | undefined {
  if ('form' in body) return formSchema(body.form, body.required)
  return 'json' in body ? named(body.json) : undefined
}

function describeBody(body: OperationBody, named: (name: string) => JsonSchema) {
  const json = jsonBody(body, named)
  const multipart = 'multipart' in body && body.multipart ? named(body.multipart) : undefined
  return {
    required: !('form' in body) || (body.required ?? []).length > 0,
    content: {
      ...(json && { 'application/json': { schema: json } }),
      ...(multipart && { 'multipart/form-data': { schema: multipart } }),
    },
  }
}

/** Statuses of errors that every endpoint can return: an invalid request, and a busy server. */
const commonErrors = [400, 503]
const bodyErrors = [413]
/** A full disk. */
const changeErrors = [507]

function contentOf(returns: Operation['returns'], named: (name: string) => JsonSchema) {
  if (returns === 'nothing') return undefined
  return typeof returns === 'string' ? { 'application/json': { schema: named(returns) } } : { [returns.contentType]: {} }
}

function describeResponses(route: DescribedRoute, access: readonly Access[], named: (name: string) => JsonSchema) {
  const { returns, status = returns === 'nothing' ? 204 : 200, errors = [], body } = route.operation
  const content = contentOf(returns, named)
  const statuses = [
    ...commonErrors,
    ...(body ? bodyErrors : []),
    ...(route.steps?.list.some(({ on }) => on === 'writer') ? changeErrors : []),
    ...(route.path.includes(':') ? [404] : []),
    ...access.flatMap(one => one.errors),
    // There, a token of a user is rejected as one without the right, where 0.22 calls it missing.
    ...(route.dialect === 'today' && access.some(one => one.needsToken) ? [403] : []),
    ...errors,
  ]
  const isFile = typeof returns === 'object' && returns.contentType === '*/*'
  const errorStatuses = [...new Set([...statuses, ...(isFile ? [416] : [])])].sort()
  const hasBody = route.method !== 'HEAD'
  return {
    [status]: { description: 'Success', ...(content && hasBody && { content }) },
    ...(isFile && {
      206: { description: 'The requested range', ...(hasBody && { content }) },
      304: { description: 'Not modified' },
    }),
    ...Object.fromEntries(
      errorStatuses.map(error => [
        error,
        hasBody
          ? { $ref: `#/components/responses/${errorResponseName(error, route.dialect)}` }
          : { description: describeError(error) },
      ]),
    ),
  }
}

/**
 * Describes an endpoint as an operation of the document.
 * @param of the collection, if the path names one and the endpoint is described for each
 */
export function describeOperation(route: DescribedRoute, tag: string, of?: NamedCollection) {
  const { id, summary, query = [], body, takesMetricsToken } = route.operation
  const fill = (template: string): string => template.replace('{}', of?.name ?? '')
  const named = (name: string): JsonSchema => ref(fill(name))
  const access = accessOf(route, of?.collection)
  const description = access
    .map(one => one.description)
    .filter(Boolean)
    .join(' ')
  const needsToken = access.some(one => one.needsToken)
  return {
    operationId: fill(id),
    summary,
    ...(description && { description }),
    tags: [tag],
    security: takesMetricsToken ? [{ metricsToken: [] }] : needsToken ? [{ token: [] }] : [{}, { token: [] }],
    ...(query.length > 0 && { parameters: query.map(name => ({ $ref: `#/components/parameters/${name}` })) }),
    ...(body && { requestBody: describeBody(body, named) }),
    responses: describeResponses(route, access, named),
  }
}
