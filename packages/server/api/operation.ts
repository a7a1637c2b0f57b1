import type { FormShape } from './body/readForm.ts'
import type { QueryParameterName } from './openapi/queryParameters.ts'
import type { CollectionSchemaName } from './openapi/schemas/recordSchemas.ts'
import type { SharedSchemaName } from './openapi/schemas/sharedSchemas.ts'

type SchemaName = SharedSchemaName | `{}${CollectionSchemaName}`

/** The body of a request: the fields that `readForm` reads, or a schema, which can differ for multipart bodies. */
export type OperationBody =
  | { form: FormShape; required?: readonly string[] }
  | { json: SchemaName; multipart?: SchemaName }
  | { multipart: SchemaName }

/** What the OpenAPI document says about an endpoint, beside what follows from its path and guard. */
export interface Operation {
  /** The operationId. `{}` stands for the name of the collection. */
  id: string
  summary: string
  /** The collections for which the document has the endpoint: all, all but views, or auth collections. Otherwise it names none. */
  of?: 'all' | 'tables' | 'auth'
  /** The rule of the collection that decides who can call it. */
  rule?: 'list' | 'view' | 'create' | 'update' | 'delete'
  /** Set if it needs the metrics token, in place of the token of an admin or an auth record. */
  takesMetricsToken?: true
  query?: readonly QueryParameterName[]
  body?: OperationBody
  /** The schema of the JSON in the response, or its content type if it is not JSON. */
  returns: SchemaName | { contentType: string } | 'nothing'
  /** Status of the response if it is neither 200, nor 204 for nothing. */
  status?: number
  /** Other statuses of errors than those of every endpoint, of its guard, of its path and of bodies. */
  errors?: readonly number[]
}
