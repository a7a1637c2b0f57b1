/** What a column of the data file may hold. */
export type SqlValue = null | number | bigint | string | Uint8Array

/** Why a value is refused: a code for programs and a sentence for people. */
export interface Issue {
  code: string
  message: string
  /** Where in a text the fault is, from the first character to the one behind the last; for those who ask for it. */
  position?: { start: number; end: number }
}

/** Why a setting of a field is refused; the path leads to it within the options. */
export interface OptionIssue extends Issue {
  path: readonly (string | number)[]
}

/** Reads settings from outside: shape and defaults. */
export interface Shape<Value> {
  /** Throws when something has a wrong type. */
  parse: (input: unknown) => Value
  safeParse: (input: unknown) => { success: true; data: Value } | { success: false; problem: string }
}

/** `field:each`, `field:length`, `field:isset` in a filter. */
export type FilterModifier = 'each' | 'length'

/** `field+` and `field-` in the body of a write. */
export type BodyModifier = '+' | '-'

export type FieldTypeName =
  | 'text'
  | 'editor'
  | 'number'
  | 'bool'
  | 'email'
  | 'url'
  | 'date'
  | 'select'
  | 'file'
  | 'relation'
  | 'json'

/** What the files of a field may be and how they are served. */
export interface FileRules {
  /** Bytes of one file; 0 is without limit. */
  maxSize: number
  /** How many files a record may hold in the field, at least 1. */
  maxFiles: number
  /** Allowed content types; empty allows everything. */
  mimeTypes: readonly string[]
  /** Sizes that may be asked for beside 100x100. */
  thumbs: readonly string[]
  /** Served only to those who pass the collection's view rule. */
  protected: boolean
}

/** How people use `field+` or `field-` to change the values of many records at once. */
export interface ModifierUse {
  modifier: BodyModifier
  /** What is done with the operand, e.g. "Add". */
  label: string
  /** Settings under which an operand is typed and judged: the limits of a whole value do not hold for a part of it. */
  operand: object
}

/** What sets a type apart for those who handle fields of all types: they ask for an ability and never for a type's name. */
export interface FieldAbilities<Options extends object = object> {
  /** Relations: the id of the collection whose records the value names. */
  refersTo?: (options: Options) => string
  /** Whether a record goes when the last one it refers to is deleted. */
  cascadesDelete?: (options: Options) => boolean
  /** The value names files in the storage. What they may be and how they are served. */
  holdsFiles?: (options: Options) => FileRules
  /** The value is a number, so rules compare submitted text with it as numbers. */
  comparesAsNumber?: true
  /** The column holds JSON of any shape; filters may go into it by path and compare strictly. */
  holdsJson?: true
  /** The value is HTML that lists show as an excerpt. */
  holdsHtml?: true
  /** The value is true or false. */
  holdsTruth?: true
  /** The value is a moment in UTC, as text that sorts in the order of time. */
  holdsMoment?: true
  /** The value is made of texts that filters may look at with `:each` and `:length`; whether there may be several. */
  holdsTexts?: (options: Options) => boolean
  /** The texts that the value may be made of. */
  choices?: (options: Options) => readonly string[]
  /** What people may do to the values that are there, beside setting them. */
  modifiers?: (options: Options) => readonly ModifierUse[]
}

/** The rules of one field type: pure, so that the server and the form in the browser share them. */
export interface FieldType<Options extends object = object, Value = unknown> extends FieldAbilities<Options> {
  type: FieldTypeName
  /** What people call the type, e.g. "Plain text". */
  label: string
  /** Shape and defaults of the field's settings. Keys keep the order in which they are serialised. */
  options: Shape<Options>
  /** Judges complete settings beyond their shape. Absent: settings of the right shape are all allowed. */
  validateOptions?: (options: Options) => OptionIssue[]
  /** Column definition after the name, e.g. `TEXT DEFAULT '' NOT NULL`. */
  column: (options: Options) => string
  empty: (options: Options) => Value
  /** Whether a required field refuses this value. */
  isEmpty: (value: Value) => boolean
  /** Casts untrusted input. Never throws; idempotent. */
  normalize: (input: unknown, options: Options) => Value
  /** Why a text that a person typed stands for no value. Absent: any text does. */
  misread?: (text: string) => Issue | undefined
  /** Judges a normal value. Values for which `isEmpty` holds pass, except where the type says otherwise. */
  validate: (value: Value, options: Options) => Issue | undefined
  encode: (value: Value) => SqlValue
  /** Reads a stored value, also one that an older server or a hand wrote. Never throws. */
  decode: (stored: SqlValue, options: Options) => Value
  /** The value in an API answer. */
  toJson: (value: Value) => unknown
  /** Stored as a JSON array. */
  isMultiple: (options: Options) => boolean
  filterModifiers: (options: Options) => readonly FilterModifier[]
  /** What `field+` and `field-` do to the value. Absent: the modifier is consumed without effect. */
  modify?: (value: Value, modifier: BodyModifier, operand: unknown, options: Options) => Value
  /** What a value may be, in sentences with code between backticks, for API docs; '' where anything goes. Absent: the type says it all. */
  describe?: (options: Options) => string
  /** A value that passes validation, for API docs and tests. */
  example: (options: Options) => Value
}

/** A field of a collection: a type, its settings, and a name. */
export interface Field {
  system: boolean
  id: string
  name: string
  type: FieldTypeName
  required: boolean
  presentable: boolean
  unique: boolean
  options: Record<string, unknown>
}
