/** A value that is written as code. */
export class Code {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A reference to a value of the signed-in record. */
export class Requester {
  readonly key: string

  constructor(key: string) {
    this.key = key
  }
}

interface Dialect {
  requester: (key: string) => string
  quote: (text: string) => string
  key: (name: string) => string
  /** Separates braces from the entries of an object on one line. */
  space: string
  /** Trailing comma of an object on several lines. */
  lastComma: string
}

/** Placeholder for a value of the signed-in record, for languages that cannot read it. */
export function requesterPlaceholder(key: string): string {
  return `YOUR_${key.toUpperCase()}`
}

const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escapeCharacter = (char: string): string =>
  escapes[char] ?? (char < ' ' || char > '~' ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}` : `\\${char}`)

const quoting = (characters: RegExp) => (text: string) => `'${text.replace(characters, escapeCharacter)}'`

/** Quotes text for JavaScript. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are escaped because string literals cannot contain them
export const quoteJavaScript = quoting(/[\\'\u0000-\u001f\u2028\u2029]/g)
/** Quotes text for Dart. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
export const quoteDart = quoting(/[\\'$\u0000-\u001f\u2028\u2029]/g)

const javaScript: Dialect = {
  requester: key => `pb.authStore.model.${key}`,
  quote: quoteJavaScript,
  key: name => {
    // Without brackets, this key would set the prototype.
    if (name === '__proto__') return "['__proto__']"
    return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoteJavaScript(name)
  },
  space: ' ',
  lastComma: ',',
}
const dart: Dialect = {
  requester: key => (key === 'id' ? 'pb.authStore.model.id' : `pb.authStore.model.data[${quoteDart(key)}]`),
  quote: quoteDart,
  key: quoteDart,
  space: '',
  lastComma: ',',
}
const json: Dialect = {
  requester: key => JSON.stringify(requesterPlaceholder(key)),
  quote: text => JSON.stringify(text),
  key: name => JSON.stringify(name),
  space: ' ',
  lastComma: '',
}

/** Maximum length of a list or an object on one line. */
const maxLineCharacters = 60

function write(value: unknown, dialect: Dialect, indent: string, isOpen: boolean): string {
  if (value instanceof Code) return value.text
  if (value instanceof Requester) return dialect.requester(value.key)
  if (typeof value === 'string') return dialect.quote(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const isList = Array.isArray(value)
  const [first, last, space] = isList ? ['[', ']', ''] : ['{', '}', dialect.space]
  const inner = `${indent}  `
  const items = Object.entries(value).map(([key, item]) => {
    const text = write(item, dialect, inner, false)
    return isList ? text : `${dialect.key(key)}: ${text}`
  })
  if (items.length === 0) return first + last
  const line = `${first}${space}${items.join(', ')}${space}${last}`
  if (!isOpen && line.length <= maxLineCharacters && !line.includes('\n')) return line
  return `${first}\n${inner}${items.join(`,\n${inner}`)}${dialect.lastComma}\n${indent}${last}`
}

/** Writes a value as JavaScript. The outermost object spans several lines unless `isCompact` is set. */
export function writeJavaScript(value: unknown, isCompact = false): string {
  return write(value, javaScript, '', !isCompact)
}

/** Writes a value as Dart, like `writeJavaScript`. */
export function writeDart(value: unknown, isCompact = false): string {
  return write(value, dart, '', !isCompact)
}

/** Writes a value as JSON, like `writeJavaScript`. */
export function writeJson(value: unknown): string {
  return write(value, json, '', true)
}
