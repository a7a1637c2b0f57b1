// Written by `npm run fields` from fieldTypeNames.ts.
import { jsonSchema as autodateJsonSchema } from '../autodate/jsonSchema.ts'
import { jsonSchema as boolJsonSchema } from '../bool/jsonSchema.ts'
import { jsonSchema as dateJsonSchema } from '../date/jsonSchema.ts'
import { jsonSchema as editorJsonSchema } from '../editor/jsonSchema.ts'
import { jsonSchema as emailJsonSchema } from '../email/jsonSchema.ts'
import { jsonSchema as fileJsonSchema } from '../file/jsonSchema.ts'
import { jsonSchema as geoPointJsonSchema } from '../geoPoint/jsonSchema.ts'
import { jsonSchema as jsonJsonSchema } from '../json/jsonSchema.ts'
import type { AllJsonSchemas } from '../jsonSchemaContract.ts'
import { jsonSchema as numberJsonSchema } from '../number/jsonSchema.ts'
import { jsonSchema as passwordJsonSchema } from '../password/jsonSchema.ts'
import { jsonSchema as relationJsonSchema } from '../relation/jsonSchema.ts'
import { jsonSchema as selectJsonSchema } from '../select/jsonSchema.ts'
import { jsonSchema as textJsonSchema } from '../text/jsonSchema.ts'
import { jsonSchema as urlJsonSchema } from '../url/jsonSchema.ts'

/** How the values of every field type look in JSON. */
export const jsonSchemas: AllJsonSchemas = {
  text: textJsonSchema,
  editor: editorJsonSchema,
  number: numberJsonSchema,
  bool: boolJsonSchema,
  email: emailJsonSchema,
  url: urlJsonSchema,
  date: dateJsonSchema,
  autodate: autodateJsonSchema,
  select: selectJsonSchema,
  file: fileJsonSchema,
  relation: relationJsonSchema,
  json: jsonJsonSchema,
  geoPoint: geoPointJsonSchema,
  password: passwordJsonSchema,
}
