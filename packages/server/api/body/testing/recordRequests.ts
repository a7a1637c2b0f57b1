import { type Field, type FieldTypeName, fieldTypes } from '@coffer/fields'
import { adminsOnly, type Collection } from '@coffer/schema'
import type { ApiRequest, Body } from '../../../messages/ApiRequest.ts'

/** Creates a field with the given options and defaults. */
export function field(name: string, type: FieldTypeName, options: object = {}): Field {
  return {
    system: false,
    id: name,
    name,
    type,
    required: false,
    presentable: false,
    unique: false,
    options: fieldTypes[type].options.parse(options) as Record<string, unknown>,
  }
}

/** Creates a collection with the given fields. */
export function collectionOf(...schema: Field[]): Collection {
  return {
    id: 'c',
    created: '',
    updated: '',
    name: 'c',
    type: 'base',
    system: false,
    indexes: [],
    options: {},
    ...adminsOnly,
    schema,
  }
}

/** Creates a request that writes a record with the given body. */
export function request(contentType: string, body: Body, query: [string, string][] = []): ApiRequest {
  return {
    method: 'POST',
    url: '/',
    params: {},
    query,
    remoteIp: '127.0.0.1',
    headers: { 'content-type': contentType },
    body,
  }
}
