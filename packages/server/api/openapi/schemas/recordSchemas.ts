import type { FileRules } from '@coffer/fields'
import type { JsonSchema } from '@coffer/fields/jsonSchemas'
import type { Collection } from '@coffer/schema'
import { type BodyAction, type BodyProperty, bodyProperties } from '../../recordSchemas/bodyProperties.ts'
import { expandProperties } from '../../recordSchemas/expandProperties.ts'
import { recordProperties } from '../../recordSchemas/recordProperties.ts'
import { list, object, pageOf, partial, ref, text } from './objectSchema.ts'

const upload = ({ mimeTypes }: FileRules): JsonSchema => ({
  type: 'string',
  format: 'binary',
  ...(mimeTypes.length === 1 && { contentMediaType: mimeTypes[0] }),
})

/** Describes a key of a multipart body: fields with files take uploads beside the names of stored files. */
function multipartSchema({ schema, files }: BodyProperty): JsonSchema {
  if (!files) return schema
  const { description } = schema
  return {
    ...(files.maxFiles > 1 ? { type: 'array', items: upload(files), maxItems: files.maxFiles } : upload(files)),
    ...(description !== undefined && { description }),
  }
}

function bodySchema(properties: readonly BodyProperty[], schemaOf: (property: BodyProperty) => JsonSchema): JsonSchema {
  const required = properties.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    ...partial(Object.fromEntries(properties.map(property => [property.name, schemaOf(property)]))),
    ...(required.length > 0 && { required }),
  }
}

/** A new record cannot have stored files, so a required file must be uploaded. */
const jsonSchemaOf = (action: BodyAction, properties: readonly BodyProperty[]): JsonSchema =>
  bodySchema(
    properties.filter(({ files }) => action === 'update' || !files),
    ({ schema }) => schema,
  )

function bodySchemas(collection: Collection, action: BodyAction, name: 'Create' | 'Update') {
  const properties = bodyProperties(collection, action)
  return {
    [name]: jsonSchemaOf(action, properties),
    [`${name}Form`]: bodySchema(properties, multipartSchema),
  }
}

/** Returns the schemas of a collection's records and bodies, by the end of their names. */
export function recordSchemas(
  collection: Collection,
  names: ReadonlyMap<Collection, string>,
): Partial<Record<CollectionSchemaName, JsonSchema>> {
  const own = names.get(collection) ?? ''
  const properties = recordProperties(collection)
  const expanded = expandProperties(collection, [...names.keys()]).map(({ name, target, isMultiple }) => {
    const record = ref(`${names.get(target)}Record`)
    return [name, isMultiple ? list(record) : record] as const
  })
  const record = object(
    { ...Object.fromEntries(properties.map(({ name, schema }) => [name, schema])), expand: ref(`${own}Expand`) },
    ['expand', ...properties.filter(({ isOptional }) => isOptional).map(({ name }) => name)],
  )
  return {
    Record: record,
    Expand: { ...partial(Object.fromEntries(expanded)), description: 'The records of relations that `expand` names.' },
    RecordPage: pageOf(ref(`${own}Record`)),
    ...(collection.type === 'view'
      ? {}
      : { ...bodySchemas(collection, 'create', 'Create'), ...bodySchemas(collection, 'update', 'Update') }),
    ...(collection.type === 'auth' && {
      Auth: object({ record: ref(`${own}Record`), token: text }),
      AuthWithOAuth2: object({ meta: ref('OAuth2User'), record: ref(`${own}Record`), token: text }),
    }),
  }
}

/** The schemas of one collection, whose name stands at the start. */
export const collectionSchemaNames = [
  'Record',
  'RecordPage',
  'Expand',
  'Create',
  'CreateForm',
  'Update',
  'UpdateForm',
  'Auth',
  'AuthWithOAuth2',
] as const

export type CollectionSchemaName = (typeof collectionSchemaNames)[number]
