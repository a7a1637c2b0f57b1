import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventStreamRoute, metricsRoute } from '../../../packages/server/api/mainThreadRoutes.ts'
import { endpoints } from '../../../packages/server/api/routes.ts'
import { askApi, type RequestOptions } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'
import { type OpenApiDocument, operationsOf } from './createChecker.ts'
import { findInvalidValues } from './findInvalidValues.ts'

let copy: SampleCopy
let server: RunningServer
let admin: string
let document: OpenApiDocument
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir })
  admin = signToken(copy.dataDir, 'auth', 'admin')
  document = JSON.parse((await ask('GET', '/api/openapi.json')).text)
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const ask = (method: string, path: string, options: RequestOptions = {}) =>
  askApi(server.port, method, path, { token: admin, ...options })

test('only admins can read the OpenAPI document', async () => {
  expect((await ask('GET', '/api/openapi.json')).status).toBe(200)
  for (const token of [undefined, signToken(copy.dataDir, 'auth', 'users:alice')]) {
    expect((await ask('GET', '/api/openapi.json', { token })).status).toBe(401)
  }
})

test('the document is a valid OpenAPI document with unique operation ids', async () => {
  expect(await new Validator().validate({ ...structuredClone(document) })).toEqual({ valid: true })
  const ids = operationsOf(document).map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z][a-zA-Z0-9]+$/)
})

test('all defaults and examples of the document are valid against their schemas', () => {
  expect(findInvalidValues(document)).toEqual([])
})

test('an invalid default or example is found wherever a schema can be', () => {
  const wrong = { type: 'integer', default: 'one' }
  const found = findInvalidValues({
    components: { schemas: { Thing: { type: 'object', properties: { default: { anyOf: [wrong, {}] } } } } },
    paths: {
      '/things': {
        get: {
          parameters: [{ name: 'n', schema: { type: 'integer' }, example: 'two' }],
          responses: {
            200: {
              content: {
                json: { schema: { $ref: '#/components/schemas/Thing' }, examples: { good: { value: {} }, bad: { value: 3 } } },
              },
            },
          },
        },
      },
    },
  })
  expect(found.map(line => line.replace(/: .*/, '')).sort()).toEqual([
    '#/components/schemas/Thing/properties/default/anyOf/0/default',
    '#/paths//things/get/parameters/0/example',
    '#/paths//things/get/responses/200/content/json/examples/bad',
  ])
})

test('every route of the server is in the document', () => {
  const documented = new Set(operationsOf(document).map(({ method, path }) => `${method} ${path}`))
  const missing = [...endpoints, { ...eventStreamRoute, dialect: undefined }, { ...metricsRoute, dialect: undefined }].filter(
    ({ method, path, operation, dialect }) => {
      const collection = operation.of ? 'users' : '{collection}'
      const base = dialect === 'today' ? '/today/api' : '/api'
      return !documented.has(`${method} ${base}${path.replace(':collection', collection).replace(/:(\w+)/g, '{$1}')}`)
    },
  )
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

test('a view has no operations that change records, and rules for admins require a token', () => {
  const { paths } = document
  expect(Object.keys(paths['/api/collections/post_stats/records'] ?? {})).toEqual(['get'])
  expect(Object.keys(paths['/api/collections/post_stats/records/{id}'] ?? {})).toEqual(['parameters', 'get'])
  expect(paths['/api/collections/secrets/records']?.get).toMatchObject({
    description: 'Only for admins.',
    security: [{ token: [] }],
  })
  expect(paths['/api/collections/authors/records']?.get).toMatchObject({
    description: 'For everyone.',
    security: [{}, { token: [] }],
  })
})
