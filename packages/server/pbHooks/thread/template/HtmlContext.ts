import { ownValue } from '@coffer/fields/ownValue'
import {
  escapeHtml,
  escapeJs,
  escapeJsText,
  escapeSources,
  escapeTags,
  escapeUnquoted,
  escapeUrl,
  filterCss,
  filterName,
} from './escapes.ts'
import { Raw, textOf } from './values.ts'

type State = 'text' | 'comment' | 'tag' | 'name' | 'beforeValue' | 'value' | 'script' | 'style' | 'plain'

/** The elements that hold no tags, with the state within them. */
const textElements: Readonly<Record<string, State>> = {
  script: 'script',
  style: 'style',
  textarea: 'plain',
  title: 'plain',
  xmp: 'plain',
  iframe: 'plain',
  noembed: 'plain',
  noframes: 'plain',
  noscript: 'text',
}

const isUrl = (attribute: string): boolean =>
  /src|uri|url|href/.test(attribute) ||
  /^(?:action|formaction|cite|data|poster|background|longdesc|usemap|profile|classid|codebase|manifest|icon|archive|ping)$/.test(
    attribute,
  )

/** The state within JavaScript: code, text in a kind of quotes, or a comment. */
type JsState = 'code' | '"' | "'" | '`' | 'line' | 'block' | 'unclear'

/** Follows JavaScript from a state. What a slash begins is unclear: a division or a regular expression. */
function followJs(state: JsState, source: string): JsState {
  let now = state
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] ?? ''
    const pair = source.slice(at, at + 2)
    if (now === 'unclear') return now
    if (now === 'line') {
      if (/[\n\r\u2028\u2029]/.test(character)) now = 'code'
    } else if (now === 'block') {
      if (pair === '*/') {
        now = 'code'
        at += 1
      }
    } else if (now !== 'code') {
      if (character === '\\' && pair.length === 1) now = 'unclear'
      else if (character === '\\') at += 1
      else if (character === now) now = 'code'
      else if (now === '`' && pair === '${') now = 'unclear'
    } else if (pair === '//') now = 'line'
    else if (pair === '<!' || source.startsWith('-->', at)) now = 'unclear'
    else if (pair === '/*') {
      now = 'block'
      at += 1
    } else if (character === '/') now = 'unclear'
    else if (character === '"' || character === "'" || character === '`') now = character
  }
  return now
}

const splitName = () => new Error('the name of a tag cannot have a value or a condition in it')

/**
 * Follows the HTML of a template, and escapes each value for the place where it is printed. Values never change the state: only the texts
 * of templates do.
 */
export class HtmlContext {
  #state: State = 'text'
  #element = ''
  /** Whether a text of the template has ended within the name of a tag. */
  #isNameOpen = false
  #attribute = ''
  /** The quote of the value of an attribute; '' if it has none. */
  #quote = ''
  /** What the value of the attribute has so far. */
  #value = ''
  #js: JsState = 'code'

  /** Follows a text of a template. Returns what is printed of it: comments are not. */
  follow(text: string): string {
    let printed = ''
    for (let rest = text; rest !== ''; ) {
      const [taken, shown] = this.#step(rest)
      printed += shown
      rest = rest.slice(taken)
    }
    return printed
  }

  /** Throws if the template ends within a tag, a comment or a script. */
  end(): void {
    if (this.#state !== 'text') throw new Error(`the template ends in a ${this.#state}, not in text`)
  }

  /** Escapes a value. */
  escape(value: unknown): string {
    const text = textOf(value)
    if (this.#isNameOpen) throw splitName()
    switch (this.#state) {
      case 'text':
        return value instanceof Raw ? text : escapeHtml(text)
      case 'plain':
        return value instanceof Raw ? escapeTags(text) : escapeHtml(text)
      case 'comment':
        return ''
      case 'script':
        return this.#escapeJs(value)
      case 'style':
        return filterCss(text)
      case 'tag':
      case 'name': {
        const name = filterName(text)
        this.#attribute = (this.#state === 'name' ? this.#attribute : '') + name.toLowerCase()
        this.#state = 'name'
        return name
      }
      case 'beforeValue':
        this.#beginValue('')
        return this.#escapeValue(value)
      case 'value':
        return this.#escapeValue(value)
    }
  }

  #escapeJs(value: unknown): string {
    const js = this.#js
    if (js === 'unclear')
      throw new Error('a value after a slash or ${ in a script cannot be escaped: put the value into a variable at the beginning')
    if (js === 'line' || js === 'block') return ''
    return js === 'code' ? escapeJs(value instanceof Raw ? value.text : value) : escapeJsText(textOf(value))
  }

  #escapeValue(value: unknown): string {
    const text = this.#forAttribute(value)
    this.#value += text
    if (this.#quote === '') return escapeUnquoted(text)
    return value instanceof Raw && text === value.text ? escapeTags(text) : escapeHtml(text)
  }

  #forAttribute(value: unknown): string {
    const text = textOf(value)
    const attribute = this.#attribute.replace(/^data-|^\w+:/, '')
    if (attribute.startsWith('on')) return this.#escapeJs(value)
    if (attribute === 'style') return filterCss(text)
    if (attribute === 'srcdoc') return escapeHtml(text)
    if (attribute === 'srcset') return escapeSources(text)
    return isUrl(attribute) ? escapeUrl(text, this.#value) : text
  }

  /** Takes a part of a text. Returns its length, and what is printed of it. */
  #step(text: string): [number, string] {
    switch (this.#state) {
      case 'text':
        return this.#stepText(text)
      case 'comment': {
        const end = text.indexOf('-->')
        if (end >= 0) this.#state = 'text'
        return [end < 0 ? text.length : end + 3, '']
      }
      case 'script':
      case 'style':
      case 'plain':
        return this.#stepElement(text)
      case 'tag':
      case 'name':
        return this.#stepTag(text)
      case 'beforeValue':
        return this.#stepBeforeValue(text)
      case 'value':
        return this.#stepValue(text)
    }
  }

  #stepText(text: string): [number, string] {
    const at = text.indexOf('<')
    if (at < 0) return [text.length, text]
    const before = text.slice(0, at)
    const rest = text.slice(at)
    if (rest.startsWith('<!--')) {
      this.#state = 'comment'
      return [at + 4, before]
    }
    const [tag, name] = /^<\/?([a-z][^\s/>]*)/i.exec(rest) ?? []
    if (tag === undefined) {
      if (/^<[!?/]/.test(rest)) return this.#openTag('', before, rest.slice(0, 2))
      return [at + 1, `${before}&lt;`]
    }
    this.#isNameOpen = tag.length === rest.length
    return this.#openTag(tag.startsWith('</') ? '' : (name ?? '').toLowerCase(), before, tag)
  }

  #openTag(element: string, before: string, tag: string): [number, string] {
    this.#element = element
    this.#attribute = ''
    this.#state = 'tag'
    return [before.length + tag.length, before + tag]
  }

  #stepElement(text: string): [number, string] {
    const end = new RegExp(`</${this.#element}(?=[\\s/>]|$)`, 'i').exec(text)
    const content = end ? text.slice(0, end.index) : text
    if (this.#state === 'script') this.#js = followJs(this.#js, content)
    if (!end) return [text.length, text]
    return this.#openTag('', content, end[0])
  }

  #stepTag(text: string): [number, string] {
    if (this.#isNameOpen && !/^[\s/>]/.test(text)) throw splitName()
    this.#isNameOpen = false
    const [taken] = /^[\s/]+|^>|^=\s*|^[^\s/>=]+/.exec(text) ?? ['']
    if (taken === '>') {
      this.#state = ownValue(textElements, this.#element) ?? 'text'
      this.#js = 'code'
    } else if (taken.startsWith('=')) this.#state = this.#attribute === '' ? 'tag' : 'beforeValue'
    else if (/^[\s/]/.test(taken)) this.#state = 'tag'
    else {
      this.#attribute = (this.#state === 'name' ? this.#attribute : '') + taken.toLowerCase()
      this.#state = 'name'
    }
    return [taken.length, taken]
  }

  #stepBeforeValue(text: string): [number, string] {
    const first = text[0] ?? ''
    if (/\s/.test(first)) return [1, first]
    this.#beginValue(first === '"' || first === "'" ? first : '')
    if (first === '>') this.#state = 'tag'
    return this.#quote === '' ? [0, ''] : [1, first]
  }

  #beginValue(quote: string): void {
    this.#state = 'value'
    this.#quote = quote
    this.#value = ''
    this.#js = 'code'
  }

  #stepValue(text: string): [number, string] {
    const end = this.#quote === '' ? text.search(/[\s>]/) : text.indexOf(this.#quote)
    const part = end < 0 ? text : text.slice(0, end)
    this.#value += part
    // An entity can be a quote.
    this.#js = part.includes('&') ? 'unclear' : followJs(this.#js, part)
    if (end < 0) return [text.length, text]
    this.#state = 'tag'
    this.#attribute = ''
    return this.#quote === '' ? [part.length, part] : [part.length + 1, part + this.#quote]
  }
}
