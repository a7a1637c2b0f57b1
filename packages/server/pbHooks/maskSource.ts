/** The words and characters behind which a slash begins a regular expression. */
const beforeExpression = /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|do|else|void|delete|throw|new))\s*$/

/** Number of characters before a slash that say whether it divides. */
const maxLookBehind = 200

/** Maximum length of a regular expression, so that slashes without an end cost little in a long line. */
const maxExpressionLength = 2_000

/** Reads text of JavaScript and blanks what is no code. */
class Mask {
  readonly #text: string
  readonly #parts: string[] = []
  #position = 0
  /** The open braces; those of `${` end in a template. */
  readonly #braces: ('block' | 'template')[] = []

  constructor(text: string) {
    this.#text = text
  }

  /** Returns the text with blanks in place of what is no code. */
  read(): string {
    while (this.#position < this.#text.length) this.#readCode()
    return this.#parts.join('')
  }

  #readCode(): void {
    const rest = /[^/'"`{}]*/y
    rest.lastIndex = this.#position
    this.#keep(rest.exec(this.#text)?.[0].length ?? 0)
    const next = this.#text[this.#position]
    if (next === '/') this.#readSlash()
    else if (next === "'" || next === '"') this.#readQuoted(next === '"' ? /[^"\\\n]*/y : /[^'\\\n]*/y)
    else if (next === '`') this.#readTemplate()
    else if (next === '{') this.#open('block', 1)
    else if (next === '}') this.#close()
  }

  #readSlash(): void {
    const next = this.#text[this.#position + 1]
    if (next === '/') this.#blankTo(this.#text.indexOf('\n', this.#position))
    else if (next === '*') this.#blankTo(this.#text.indexOf('*/', this.#position + 2), 2)
    else {
      const length = this.#expressionLength()
      if (length > 0) this.#blankLength(length)
      else this.#keep(1)
    }
  }

  /** Returns the length of the regular expression that begins here; 0 if the slash divides. */
  #expressionLength(): number {
    const before = this.#text.slice(Math.max(0, this.#position - maxLookBehind), this.#position)
    if (!beforeExpression.test(before)) return 0
    let isInClass = false
    const limit = Math.min(this.#text.length, this.#position + maxExpressionLength)
    for (let end = this.#position + 1; end < limit && this.#text[end] !== '\n'; end += 1) {
      const character = this.#text[end]
      if (character === '\\') end += 1
      else if (character === '/' && !isInClass) return end + 1 - this.#position
      else if (character === '[' || character === ']') isInClass = character === '['
    }
    return 0
  }

  /** Blanks the content of a string. Its quotes stay. */
  #readQuoted(plain: RegExp): void {
    this.#keep(1)
    this.#blankText(plain)
    this.#keep(1)
  }

  /** Blanks the text of a template up to its end or its next `${`. */
  #readTemplate(): void {
    this.#keep(1)
    this.#blankText(/[^\\`$]*/y)
    if (this.#text[this.#position] === '$') this.#open('template', 2)
    else this.#keep(1)
  }

  /** Blanks text up to a character that ends it. A pattern of repeated alternatives would overflow its stack in a long text. */
  #blankText(plain: RegExp): void {
    for (;;) {
      plain.lastIndex = this.#position
      this.#blankLength(plain.exec(this.#text)?.[0].length ?? 0)
      const next = this.#text[this.#position]
      if (next === '\\') this.#blankLength(2)
      else if (next === '$' && this.#text[this.#position + 1] !== '{') this.#blankLength(1)
      else return
    }
  }

  #open(kind: 'block' | 'template', length: number): void {
    this.#braces.push(kind)
    this.#keep(length)
  }

  #close(): void {
    if (this.#braces.pop() === 'template') this.#readTemplate()
    else this.#keep(1)
  }

  #keep(length: number): void {
    this.#parts.push(this.#text.slice(this.#position, this.#position + length))
    this.#position += length
  }

  #blankLength(length: number): void {
    this.#parts.push(this.#text.slice(this.#position, this.#position + length).replace(/[^\n]/g, ' '))
    this.#position += length
  }

  /** Blanks up to the end of a comment, or all the rest if it has none. */
  #blankTo(end: number, length = 0): void {
    this.#blankLength((end === -1 ? this.#text.length : end + length) - this.#position)
  }
}

/**
 * Returns JavaScript with blanks in place of comments, of regular expressions and of the text in strings and templates, so that calls
 * can be searched in it. Quotes, `${…}` and line breaks stay, and each character keeps its place.
 */
export function maskSource(text: string): string {
  return new Mask(text).read()
}
