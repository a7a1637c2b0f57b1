import type { GenericSchema } from 'valibot'
import type { FieldTypeName } from './fieldTypeNames.ts'

export type { FieldTypeName }

/** A value of a database column. */
export type SqlValue = null | number | bigint | string | Uint8Array

/** The reason why a value is invalid: a code for programs and a sentence for people. */
export interface Issue {
  code: string
  message: string
  /** A clearer message for clients that ask for explanations, where the protocol fixes the words of `message`. */
  explanation?: string
  /** The position of the error in a text (end exclusive), where it is known. */
  position?: { start: number; end: number }
  /** The words of PocketBase 0.23 and later, where they do not follow from the words of 0.22. */
  newer?: { code: string; message: string; params?: Record<string, unknown> }
}

/** The reason why an option of a field is invalid, with its path within the options. */
export interface OptionIssue extends Issue {
  path: readonly (string | number)[]
}

/** Parses untrusted options: checks their shape and applies defaults. */
export interface Shape<Value> {
  /** The schema, from which documents are generated. */
  schema: GenericSchema
  /** Throws when a value has the wrong type. */
  parse: (input: unknown) => Value
  safeParse: (input: unknown) => { success: true; data: Value } | { success: false; problem: string }
}

/** The modifiers of a filter: `field:each`, `field:length`, `field:isset`. */
export type FilterModifier = 'each' | 'length'

/** The modifiers of a request body that follow the name: `field+` and `field-`. */
export type BodyModifier = '+' | '-'

/** Which files a field accepts and how they are served. */
export interface FileRules {
  /** Maximum size of one file in bytes; 0 means unlimited. */
  maxSize: number
  /** Maximum number of files per record, at least 1. */
  maxFiles: number
  /** Accepted content types; an empty list accepts all. */
  mimeTypes: readonly string[]
  /** Thumbnail sizes in addition to 100x100. */
  thumbs: readonly string[]
  /** Whether files are served only to requesters who satisfy the collection's view rule. */
  protected: boolean
}

/** A bulk operation based on `field+` or `field-`, which changes the values of many records at once. */
export interface ModifierUse {
  modifier: BodyModifier
  /** The label of the operation, for example "Add". */
  label: string
  /** The options that an operand is validated with. The limits of a whole value do not apply to a part of it. */
  operand: object
}

/** What a field type can do. Code that handles all types asks for an ability, never for a type's name. */
export interface FieldAbilities<Options extends object = object> {
  /** For relations: returns the id of the collection that the value refers to. */
  refersTo?: (options: Options) => string
  /** Whether a record is deleted with the last record it refers to. */
  cascadesDelete?: (options: Options) => boolean
  /** For values that are names of stored files: which files are accepted and how they are served. */
  holdsFiles?: (options: Options) => FileRules
  /** Whether rules compare submitted text with the value as numbers. */
  comparesAsNumber?: true
  /** Whether the column contains JSON of any shape. Filters can address its keys and compare strictly. */
  holdsJson?: true
  /** For values that are objects: the names of their parts, which are numbers and which filters address like fields of a record. */
  parts?: readonly string[]
  /** Whether PocketBase 0.22 does not know the type. It cannot read a collection with such a field. */
  isUnknownTo022?: true
  /** Names of the options that PocketBase 0.22 does not know. They are absent unless set, and kept when a client leaves them out. */
  newerOptions?: readonly string[]
  /** For dates that only the server sets: when it sets them. */
  setsDate?: (options: Options) => { onCreate: boolean; onUpdate: boolean }
  /** For passwords, which are stored as hashes and never returned: the cost of a new bcrypt hash. */
  holdsPassword?: (options: Options) => { cost: number }
  /** Whether the value is HTML, which lists show as an excerpt. */
  holdsHtml?: true
  /** Whether the value is a boolean. */
  holdsBoolean?: true
  /** Whether the value is a UTC date, as text that sorts chronologically. */
  holdsDate?: true
  /** For values that consist of texts, which filters address with `:each` and `:length`: whether there can be several. */
  holdsTexts?: (options: Options) => boolean
  /** Returns the allowed texts. */
  choices?: (options: Options) => readonly string[]
  /** The bulk operations beside setting a value. */
  modifiers?: (options: Options) => readonly ModifierUse[]
}

/**
 * How the values of a field are stored. A `list` is a JSON array, a `point` is JSON as in `{"lon":0,"lat":0}`; `json` can be null, the
 * others have an empty value.
 */
export type ColumnType = 'boolean' | 'json' | 'list' | 'number' | 'point' | 'text'

/** The rules of one field type. They are pure, so that the server and the dashboard's forms share them. */
export interface FieldType<Options extends object = object, Value = unknown> extends FieldAbilities<Options> {
  /** The display name of the type, for example "Plain text". */
  label: string
  /** The schema of the field's options, with defaults. The order of the keys is the order of serialization. */
  options: Shape<Options>
  /** Validates parsed options. If absent, all options of the right shape are valid. */
  validateOptions?: (options: Options) => OptionIssue[]
  column: (options: Options) => ColumnType
  empty: (options: Options) => Value
  /** Whether the value counts as missing for a required field. */
  isEmpty: (value: Value) => boolean
  /** Casts untrusted input to a normal value. Idempotent, never throws. */
  normalize: (input: unknown, options: Options) => Value
  /** Validates text that a user typed, before it is normalized. If absent, every text is valid. */
  validateText?: (text: string) => Issue | undefined
  /** Validates a normal value. Empty values are valid unless the type rejects them. */
  validate: (value: Value, options: Options) => Issue | undefined
  encode: (value: Value) => SqlValue
  /** Reads a stored value, including values written by older servers or by hand. Never throws. */
  decode: (stored: SqlValue, options: Options) => Value
  /** Returns the value for an API response. */
  toJson: (value: Value) => unknown
  /** Whether the value is stored as a JSON array. */
  isMultiple: (options: Options) => boolean
  filterModifiers: (options: Options) => readonly FilterModifier[]
  /** Applies `field+` or `field-` to the value. If absent, the modifier has no effect. */
  modify?: (value: Value, modifier: BodyModifier, operand: unknown, options: Options) => Value
  /** Applies `+field`, which adds to the start of the value. If absent, the key is unknown. */
  prepend?: (value: Value, operand: unknown) => Value
  /**
   * Generates the value of a new record that has none; undefined if its options do not say how.
   * @param randomBelow returns a random integer from 0 to below the limit
   */
  generate?: (options: Options, randomBelow: (limit: number) => number) => Value | undefined
  /** Describes valid values for the API docs, with code in backticks; '' if there are no limits. Absent if the type says it all. */
  describe?: (options: Options) => string
  /** Returns a valid value, for API docs and tests. */
  example: (options: Options) => Value
}

type RequiredRule = { [Key in keyof FieldType]-?: undefined extends FieldType[Key] ? never : Key }[keyof FieldType]

/** Every field type has at least these rules. Their types differ from one field type to the other. */
export type RequiredRules = Record<FieldTypeName, Record<RequiredRule, unknown>>

/** Abilities accept only the options of their own type. */
export type AllAbilities = Record<FieldTypeName, FieldAbilities<never>>

/** A field of a collection: a name, a type and its options. */
export interface Field {
  system: boolean
  id: string
  name: string
  type: FieldTypeName
  required: boolean
  presentable: boolean
  unique: boolean
  options: Record<string, unknown>
  /** A text that forms show with the input. Absent if there is none. */
  help?: string
  /** Whether only admins see, set, filter and sort by the value. Absent if others can. */
  hidden?: boolean
}
