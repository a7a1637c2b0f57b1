import type { Collection } from '@coffer/schema'
import { Rejection } from '../../../errors/Rejection.ts'
import type { ApiRequest } from '../../../messages/ApiRequest.ts'
import type { Upload } from '../../../messages/Upload.ts'
import type { RecordInput } from '../../../records/RecordInput.ts'
import { mediaType, readInput } from '../../body/readData.ts'
import { generateValues } from './generateValues.ts'

const mediaTypes = ['application/json', 'multipart/form-data', 'application/x-www-form-urlencoded']

/** Returns a file by the name of its field: `field+` is added to the files of the field, `+field` comes before them. */
function withField(upload: Upload): Upload {
  const { field } = upload
  if (field.startsWith('+')) return { ...upload, field: field.slice(1), isFirst: true }
  return field.endsWith('+') ? { ...upload, field: field.slice(0, -1) } : upload
}

/**
 * Changes what uploads mean, as PocketBase 0.23 did: files under the name of a field replace its files, except for the names that
 * are sent with them. Files under the name and a plus are added.
 */
function replaceFiles(input: RecordInput): RecordInput {
  const values = { ...input.values }
  for (const { field } of input.files) if (!/^\+|\+$/.test(field) && !Object.hasOwn(values, field)) values[field] = []
  return { ...input, values, files: input.files.map(withField) }
}

/** The input of a record that is created or changed as in PocketBase 0.23 and later. */
export function todayInput(input: RecordInput, collection: Collection): RecordInput {
  return { ...generateValues(replaceFiles(input), collection), isNewer: true }
}

/**
 * Returns the submitted record. A request without a body has an empty one.
 * @throws Rejection if the body is neither JSON nor a form
 */
export function readTodayInput(request: ApiRequest, collection: Collection): RecordInput {
  if (request.body.kind === 'none') return todayInput({ values: {}, files: [], ruleValues: {} }, collection)
  if (request.body.kind === 'unreadable' && !mediaTypes.includes(mediaType(request)))
    throw new Rejection('invalid', { message: 'Unsupported Content-Type.' })
  return todayInput(readInput(request, collection), collection)
}
