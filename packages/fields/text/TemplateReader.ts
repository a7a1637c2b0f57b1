import type { TemplatePart } from './TemplatePart.ts'
import { readClass, readEscape } from './templateCharacters.ts'

/** Maximum number of repetitions of `*` and `+`, and of `{n,}` beyond its minimum. */
const maxOpenRepeat = 6

/** Maximum depth of groups. */
const maxDepth = 20

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']

class TemplateError extends Error {}

/**
 * Reads the regular expressions from which texts can be generated: characters and their escapes, classes, `.`, groups, `|` and
 * repetitions. `^` at the start and `$` at the end have no effect.
 */
export class TemplateReader {
  readonly #pattern: string
  #position = 0
  #depth = 0

  constructor(pattern: string) {
    this.#pattern = pattern.replace(/^\^/, '').replace(/(?<!\\)((?:\\\\)*)\$$/, '$1')
  }

  /** Returns the part that the pattern describes, or a sentence that says what is wrong. */
  read(): { root: TemplatePart } | { error: string } {
    try {
      const root = this.#choice()
      if (this.#next !== undefined) throw new TemplateError('It has a ) without its (.')
      return { root }
    } catch (error) {
      if (error instanceof TemplateError) return { error: error.message }
      throw error
    }
  }

  get #next(): string | undefined {
    const code = this.#pattern.codePointAt(this.#position)
    return code === undefined ? undefined : String.fromCodePoint(code)
  }

  #take(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#position)) return false
    this.#position += text.length
    return true
  }

  #choice(): TemplatePart {
    const options = [this.#sequence()]
    while (this.#take('|')) options.push(this.#sequence())
    const [only] = options
    return only && options.length === 1 ? only : { kind: 'choice', options }
  }

  #sequence(): TemplatePart {
    const parts: TemplatePart[] = []
    while (this.#next !== undefined && this.#next !== '|' && this.#next !== ')') parts.push(this.#repetition(this.#atom()))
    return { kind: 'sequence', parts }
  }

  #atom(): TemplatePart {
    if (this.#take('(')) return this.#group()
    if (this.#take('.')) return { kind: 'characters', characters: letters }
    const start = this.#position
    const character = this.#next ?? ''
    if (character === '[' || character === '\\') {
      const read = (character === '[' ? readClass : readEscape)(this.#pattern, start)
      if ('error' in read) throw new TemplateError(read.error)
      this.#position = read.end
      return { kind: 'characters', characters: read.characters }
    }
    if (/[*+?{]/.test(character))
      throw new TemplateError(`Nothing to repeat before ${character}. Write \\${character} for the character.`)
    if (/[$^]/.test(character))
      throw new TemplateError(`${character} is only possible at an end of the pattern. Write \\${character} for the character.`)
    this.#position += character.length
    return { kind: 'characters', characters: [character] }
  }

  #group(): TemplatePart {
    if (this.#take('?') && !this.#take(':'))
      throw new TemplateError('Groups that begin with (? are not supported, except for (?: … ).')
    this.#depth += 1
    if (this.#depth > maxDepth) throw new TemplateError(`It has more than ${maxDepth} groups within each other.`)
    const part = this.#choice()
    this.#depth -= 1
    if (!this.#take(')')) throw new TemplateError('A group lacks its ).')
    return part
  }

  #repetition(part: TemplatePart): TemplatePart {
    const limits = this.#limits()
    if (!limits) return part
    // A lazy repetition generates the same texts.
    this.#take('?')
    if (/^(?:[*+?]|\{\d)/.test(this.#pattern.slice(this.#position)))
      throw new TemplateError('A repetition is repeated. Use a group.')
    return { kind: 'repeat', part, ...limits }
  }

  #limits(): { min: number; max: number } | undefined {
    if (this.#take('*')) return { min: 0, max: maxOpenRepeat }
    if (this.#take('+')) return { min: 1, max: maxOpenRepeat }
    if (this.#take('?')) return { min: 0, max: 1 }
    const counted = /^\{(\d{1,5})(?:(,)(\d{0,5}))?\}/.exec(this.#pattern.slice(this.#position))
    if (!counted) {
      if (this.#next === '{') throw new TemplateError('A repetition is {n}, {n,} or {n,m}, with numbers of at most five digits.')
      return undefined
    }
    this.#position += counted[0].length
    const min = Number(counted[1])
    const open = counted[3] === '' ? min + maxOpenRepeat : Number(counted[3])
    const max = counted[2] === undefined ? min : open
    if (max < min) throw new TemplateError('A repetition has a maximum below its minimum.')
    return { min, max }
  }
}
