import type { BodyModifier, FieldTypeName } from './contract.ts'

/** A JSON Schema of the draft 2020-12, as OpenAPI 3.1 uses it. */
export interface JsonSchema {
  [keyword: string]: unknown
}

/** Describes the values of a field type for the OpenAPI document and for generated types. */
export interface FieldJsonSchema<Options extends object = object> {
  /** The value in a response. */
  value: (options: Options) => JsonSchema
  /**
   * The value in a body. It describes what a client should send: the server also converts other values.
   * @param isRequired whether the empty value is invalid
   */
  input: (options: Options, isRequired: boolean) => JsonSchema
  /** The operands of `field+` and `field-` in the body of an update. */
  operands?: (options: Options) => Partial<Record<BodyModifier, JsonSchema>>
}

/** Schemas accept only the options of their own type. */
export type AllJsonSchemas = Record<FieldTypeName, FieldJsonSchema<never>>
