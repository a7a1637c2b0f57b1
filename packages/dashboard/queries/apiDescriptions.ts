import { client } from './connection/client.ts'

/** Returns the OpenAPI document of all collections. */
export function fetchOpenApiDocument(): Promise<unknown> {
  return client.send('/api/openapi.json', {})
}

/** Returns the TypeScript types of all collections. */
export async function fetchTypes(): Promise<string> {
  return (await client.send<{ typescript: string }>('/api/types', {})).typescript
}
