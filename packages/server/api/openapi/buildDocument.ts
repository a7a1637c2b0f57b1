import type { Collection } from '@coffer/schema'
import { collectionNames } from '../recordSchemas/collectionNames.ts'
import { type DescribedRoute, describeOperation, type NamedCollection } from './describeOperation.ts'
import { errorResponses } from './errorResponses.ts'
import { queryParameters } from './queryParameters.ts'
import { collectionSchemaNames, recordSchemas } from './schemas/recordSchemas.ts'
import { sharedSchemas } from './schemas/sharedSchemas.ts'

/** What the document says about the installation. */
interface Site {
  title: string
  /** Version of the API. */
  version: string
  url: string
}

const description = `The API of all collections. Each operation also takes the query parameter \`pretty\`, which indents the JSON, and
\`explain\`, which adds details to errors. A URL longer than 16 kB is rejected with status 414. Values in bodies may have other types
than described: the server converts them to the type of the field if it can, as PocketBase 0.22 does. The paths below \`/today/api\` have the
format of PocketBase 0.23 and later. All other paths work there as well, with records in the same format and errors as \`TodayError\`.`

const todayTag = 'PocketBase 0.23 and later'

function tagOf({ path, dialect }: DescribedRoute): string {
  if (dialect === 'today') return todayTag
  const [, first = ''] = path.split('/')
  return first.startsWith('oauth2') ? 'OAuth2' : first.charAt(0).toUpperCase() + first.slice(1).replace('.json', '')
}

const hasEndpoint = ({ type }: Collection, of: NonNullable<DescribedRoute['operation']['of']>): boolean =>
  of === 'all' || (of === 'auth' ? type === 'auth' : type !== 'view')

const pathParameters = (path: string) =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

type PathItem = Record<string, unknown>

function addOperation(paths: Record<string, PathItem>, route: DescribedRoute, tag: string, of?: NamedCollection) {
  const base = route.dialect === 'today' ? '/today/api' : '/api'
  const path = `${base}${route.path}`.replace(':collection', of ? of.collection.name : '{collection}').replace(/:(\w+)/g, '{$1}')
  const parameters = pathParameters(path)
  paths[path] ??= parameters.length > 0 ? { parameters } : {}
  paths[path][route.method.toLowerCase()] = describeOperation(route, tag, of)
}

const isSchemaName = (name: string): boolean => Object.hasOwn(sharedSchemas, name)

/** Describes the routes for these collections as an OpenAPI document. */
export function buildDocument(routes: readonly DescribedRoute[], collections: readonly Collection[], site: Site) {
  const names = collectionNames(collections, name => collectionSchemaNames.some(suffix => isSchemaName(name + suffix)))
  const paths: Record<string, PathItem> = {}
  for (const route of routes) {
    const { of } = route.operation
    if (!of) addOperation(paths, route, tagOf(route))
    else
      for (const [collection, name] of names)
        if (hasEndpoint(collection, of)) addOperation(paths, route, collection.name, { collection, name })
  }
  const schemas = [...names].flatMap(([collection, name]) =>
    Object.entries(recordSchemas(collection, names)).map(([suffix, schema]) => [name + suffix, schema] as const),
  )
  const tags = new Set([...collections.map(({ name }) => name), ...routes.filter(({ operation }) => !operation.of).map(tagOf)])
  return {
    openapi: '3.1.1',
    info: { title: site.title, version: site.version, description },
    servers: [{ url: site.url }],
    tags: [...tags].map(name => ({ name })),
    paths,
    components: {
      schemas: { ...sharedSchemas, ...Object.fromEntries(schemas) },
      responses: errorResponses,
      parameters: Object.fromEntries(
        Object.entries(queryParameters).map(([name, parameter]) => [name, { name, in: 'query', ...parameter }]),
      ),
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The token of an admin or an auth record, as it is: without `Bearer`.',
        },
        metricsToken: { type: 'http', scheme: 'bearer', description: 'The token with which the server was started.' },
      },
    },
  }
}
