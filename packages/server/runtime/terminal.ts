import { inspect } from 'node:util'

/** Matches control characters, separators of lines, marks that change the direction of text, and halves of surrogate pairs. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/gu

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Escapes a character as in a JSON string. All of these characters are single UTF-16 units. */
const escapeCharacter = (character: string): string =>
  shortEscapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Escapes all characters that could control a terminal, start another line, or display a text in another order. */
export function escapeControls(text: string): string {
  return text.replace(unsafe, escapeCharacter)
}

/** Escapes the same characters, except line breaks. */
function escapeLines(text: string): string {
  return text.split('\n').map(escapeControls).join('\n')
}

/** Text of several lines that is printed as such. The lines after the first are indented, so that none looks like a message of its own. */
class Lines {
  readonly text: string

  constructor(text: string) {
    this.text = escapeLines(text).replaceAll('\n', '\n    ')
  }
}

/** Allows line breaks in a printed value, such as the message of an error. */
export function lines(text: string): Lines {
  return new Lines(text)
}

function format(strings: TemplateStringsArray, values: readonly unknown[]): string {
  const texts = values.map(value => {
    if (value instanceof Lines) return value.text
    return typeof value === 'string' || typeof value === 'number' ? escapeControls(`${value}`) : lines(inspect(value)).text
  })
  return String.raw({ raw: strings }, ...texts)
}

/** Prints the text of a template. Its values can come from outside, so they are escaped. */
export function print(strings: TemplateStringsArray, ...values: unknown[]): void {
  console.log(format(strings, values))
}

/** Prints a warning or an error like `print`, to the standard error stream. */
export function printError(strings: TemplateStringsArray, ...values: unknown[]): void {
  console.error(format(strings, values))
}

/** Prints a value as JSON. Characters are escaped as in JSON strings, so the value stays the same. */
export function printJson(value: unknown): void {
  console.log(escapeLines(JSON.stringify(value, null, 2)))
}

/** Prints the output of a command, code with string literals as in JSON, without a line break after it. */
export function printOutput(code: string): void {
  process.stdout.write(escapeLines(code))
}
