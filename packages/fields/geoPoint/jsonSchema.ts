import type { FieldJsonSchema } from '../jsonSchemaContract.ts'

const degrees = (limit: number, meaning: string) => ({
  type: 'number',
  minimum: -limit,
  maximum: limit,
  description: meaning,
})

const properties = { lon: degrees(180, 'Degrees east of Greenwich.'), lat: degrees(90, 'Degrees north of the equator.') }

export const jsonSchema: FieldJsonSchema = {
  value: () => ({ type: 'object', properties, required: ['lon', 'lat'] }),
  input: (_, isRequired) => ({
    type: 'object',
    properties,
    required: ['lon', 'lat'],
    ...(isRequired && { not: { properties: { lon: { const: 0 }, lat: { const: 0 } } } }),
  }),
}
