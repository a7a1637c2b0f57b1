import { client } from './connection/client.ts'

/** Returns the OpenAPI document of all collections. */
export const fetchOpenApiDocument = (): Promise<unknown> => client.send('/api/openapi.json', {})

/** Returns the TypeScript types of all collections. */
export const fetchTypes = async (): Promise<string> => (await client.send<{ typescript: string }>('/api/types', {})).typescript
