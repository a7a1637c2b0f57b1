import { isObject } from '@coffer/fields'

/** Fields before or after a change. A renamed field keeps its id. */
type Fields = readonly { id: string; name: string }[]

/** Returns the present name of a field; '' if the field was removed, and the given name if it never was a field. */
function presentName(name: string, before: Fields, after: Fields): string {
  if (after.some(field => field.name === name)) return name
  const known = before.find(field => field.name === name)
  return known ? (after.find(({ id }) => id === known.id)?.name ?? '') : name
}

/**
 * Adapts the options that name fields after fields were renamed or removed, since clients of PocketBase 0.22 do not see these options.
 * An identity field that was removed stays, so that it is reported.
 */
export function followRenames(options: Record<string, unknown>, before: Fields, after: Fields): Record<string, unknown> {
  const { coffer } = options
  if (!isObject(coffer)) return options
  const { identityFields, oauth2 } = coffer
  const followed: Record<string, unknown> = { ...coffer }
  if (Array.isArray(identityFields))
    followed.identityFields = identityFields.map(name => presentName(String(name), before, after) || name)
  if (isObject(oauth2) && isObject(oauth2.mappedFields)) {
    const mapped = Object.entries(oauth2.mappedFields).map(([key, name]) => [key, presentName(String(name), before, after)])
    followed.oauth2 = { ...oauth2, mappedFields: Object.fromEntries(mapped) }
  }
  return { ...options, coffer: followed }
}
