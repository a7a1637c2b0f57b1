/** Code that stands in place of a value. */
export class Code {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

interface Dialect {
  quote: (text: string) => string
  key: (name: string) => string
  /** Inside of the braces of an object that stands in one line. */
  space: string
  /** Behind the last of several lines. */
  lastComma: string
}

const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escapeSign = (sign: string): string =>
  escapes[sign] ?? (sign < ' ' || sign > '~' ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}` : `\\${sign}`)

const quoting = (signs: RegExp) => (text: string) => `'${text.replace(signs, escapeSign)}'`

/** A text as it stands in JavaScript. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a text of a record may hold them, a program may not
export const quoteJavaScript = quoting(/[\\'\u0000-\u001f\u2028\u2029]/g)
/** A text as it stands in Dart. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
export const quoteDart = quoting(/[\\'$\u0000-\u001f\u2028\u2029]/g)

const javaScript: Dialect = {
  quote: quoteJavaScript,
  key: name => {
    // Without brackets this one would be the prototype.
    if (name === '__proto__') return "['__proto__']"
    return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoteJavaScript(name)
  },
  space: ' ',
  lastComma: ',',
}
const dart: Dialect = { quote: quoteDart, key: quoteDart, space: '', lastComma: ',' }
const json: Dialect = { quote: text => JSON.stringify(text), key: name => JSON.stringify(name), space: ' ', lastComma: '' }

/** Characters up to which a list or an object stands in one line. */
const lineLength = 60

const write = (value: unknown, dialect: Dialect, indent: string, isOpen: boolean): string => {
  if (value instanceof Code) return value.text
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
  if (!isOpen && line.length <= lineLength && !line.includes('\n')) return line
  return `${first}\n${inner}${items.join(`,\n${inner}`)}${dialect.lastComma}\n${indent}${last}`
}

/** A value as it stands in JavaScript; an object over several lines, its entries indented by two blanks. */
export const writeJavaScript = (value: unknown): string => write(value, javaScript, '', true)

/** A value as it stands in Dart, like `writeJavaScript`. */
export const writeDart = (value: unknown): string => write(value, dart, '', true)

/** A value as JSON, like `writeJavaScript`. */
export const writeJson = (value: unknown): string => write(value, json, '', true)
