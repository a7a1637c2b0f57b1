import { type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { asList } from './asList.ts'
import type { Draft } from './draft.ts'

const accountNames = ['username', 'email', 'emailVisibility', 'password', 'passwordConfirm', 'verified']

/**
 * Builds the multipart body for the given field names. One JSON part contains the plain values, so their types are preserved. New
 * files are sent under the field name, and files to delete as `field.filename` with an empty value.
 */
export function recordBody(collection: Collection, names: readonly string[], draft: Draft, base: Draft): FormData {
  const body = new FormData()
  const values: Record<string, unknown> = {}
  const known = [...(draft.id === '' ? [] : ['id']), ...(collection.type === 'auth' ? accountNames : [])]
  for (const name of known.filter(known => names.includes(known))) values[name] = valueToSend(name, draft[name])
  for (const field of collection.schema.filter(({ name }) => names.includes(name))) {
    const value = draft[field.name]
    if (fieldType(field).holdsFiles) appendFiles(body, field.name, asList(value), asList(base[field.name]))
    else values[field.name] = fieldValueToSend(field, value)
  }
  if (Object.keys(values).length > 0) body.append('@jsonPayload', JSON.stringify(values))
  return body
}

/** Serializes a string in a json field, because the server would store `12` and `true` as a number and a boolean. */
export function fieldValueToSend(field: Field, value: unknown): unknown {
  return fieldType(field).holdsJson && typeof value === 'string' ? JSON.stringify(value) : (value ?? null)
}

/** Returns null for an empty username, so that the server generates one. */
function valueToSend(name: string, value: unknown): unknown {
  return name === 'username' && value === '' ? null : (value ?? null)
}

function appendFiles(body: FormData, name: string, items: unknown[], stored: unknown[]): void {
  const kept = items.filter(item => typeof item === 'string')
  const removed = stored.filter(item => typeof item === 'string' && !kept.includes(item))
  const isReordered = stored.filter(item => kept.some(name => name === item)).some((item, at) => item !== kept[at])
  if (isReordered) for (const filename of kept) body.append(name, filename)
  for (const filename of removed) body.append(`${name}.${filename}`, '')
  for (const item of items) if (item instanceof File) body.append(name, item)
}
