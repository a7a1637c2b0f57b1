import { isObject } from '@coffer/fields'
import { type CollectionForm, readFieldDrafts } from '@coffer/schema'
import { randomFieldId } from '../../crypto/randomText.ts'
import { badRequest } from '../../errors/ApiError.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { invalidFormatting } from '../body/readData.ts'
import { readForm } from '../body/readForm.ts'

/** Maximum size of a collection in a request, in bytes. */
export const maxCollectionBytes = 2 * 1024 * 1024

const shape = {
  id: 'text',
  name: 'text',
  type: 'text',
  system: 'flag',
  schema: 'json',
  indexes: 'texts',
  listRule: 'nullableText',
  viewRule: 'nullableText',
  createRule: 'nullableText',
  updateRule: 'nullableText',
  deleteRule: 'nullableText',
  options: 'json',
} as const

const readOptions = (sent: unknown): Record<string, unknown> | null => {
  if (sent === null || isObject(sent)) return sent
  throw new Error('The options of a collection are an object.')
}

/**
 * Reads the submitted keys of a collection.
 * @throws ApiError 400 if the body cannot be parsed or a key has the wrong type
 */
export const readCollectionForm = (request: ApiRequest): CollectionForm => {
  const { schema, options, ...form } = readForm(request, shape, invalidFormatting)
  try {
    return {
      ...form,
      ...(schema === undefined ? {} : { schema: readFieldDrafts(schema, randomFieldId) }),
      ...(options === undefined ? {} : { options: readOptions(options) }),
    }
  } catch (error) {
    throw badRequest(invalidFormatting, {}, error)
  }
}
