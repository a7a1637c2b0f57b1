/** A value in a pipeline. */
export type Operand =
  | { kind: 'value'; value: unknown }
  | { kind: 'dot' }
  | { kind: 'variable'; name: string }
  | { kind: 'function'; name: string }
  | { kind: 'pipe'; pipe: Pipe }

/** An operand with the fields that follow it. */
export interface Term {
  operand: Operand
  fields: readonly string[]
}

/** Commands, each of which gets the result of the former one as its last argument, and the variables that get the result. */
export interface Pipe {
  variables: readonly string[]
  isAssignment: boolean
  commands: readonly (readonly Term[])[]
}

export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'print'; pipe: Pipe }
  | { kind: 'if' | 'with' | 'range'; pipe: Pipe; body: readonly Node[]; otherwise: readonly Node[] }
  | { kind: 'call'; name: string; pipe: Pipe | undefined }
  | { kind: 'break' | 'continue' }

/** Templates by name. */
export type Templates = Map<string, readonly Node[]>

const token = /\s+|"(?:\\.|[^"\\\n])*"|`[^`]*`|'(?:\\.|[^'\\])'|:=|[()|,=]|\$\w*|[+-]?\d[\w.]*|\.(?:[A-Za-z_]\w*)?|[A-Za-z_]\w*/y

function tokensOf(action: string): string[] {
  const found: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < action.length) {
    const at = token.lastIndex
    const [text] = token.exec(action) ?? []
    if (text === undefined) throw new Error(`unexpected "${action.slice(at, at + 10)}" in {{${action}}}`)
    found.push(text.trim() === '' ? ' ' : text)
  }
  return found
}

interface Action {
  text: string
  action?: string
}

/** Splits a template into its texts, each with the action that follows it. Markers `{{-` and `-}}` trim the texts. */
function split(source: string): Action[] {
  const parts: Action[] = []
  let at = 0
  let isTrimmed = false
  const textTo = (end: number) => {
    const text = source.slice(at, end)
    return isTrimmed ? text.trimStart() : text
  }
  for (let start = source.indexOf('{{'); start >= 0; start = source.indexOf('{{', at)) {
    const match = /\{\{(-\s)?(\s*\/\*[\s\S]*?\*\/\s*?|(?:"(?:\\.|[^"\\\n])*"|`[^`]*`|[^"`])*?)(\s-)?\}\}/y
    match.lastIndex = start
    const found = match.exec(source)
    if (!found) throw new Error('unclosed action')
    const [whole, left, action = '', right] = found
    const text = textTo(start)
    parts.push({ text: left ? text.trimEnd() : text, ...(!action.trim().startsWith('/*') && { action: action.trim() }) })
    at = start + whole.length
    isTrimmed = right !== undefined
  }
  return [...parts, { text: textTo(source.length) }]
}

const constants: Readonly<Record<string, unknown>> = { true: true, false: false, nil: null }

/** Reads the pipeline of an action. */
class PipeReader {
  readonly #tokens: string[]

  constructor(action: string) {
    this.#tokens = tokensOf(action)
  }

  /** Reads a pipeline up to its end. */
  whole(): Pipe {
    const pipe = this.#pipe()
    if (this.#tokens.length > 0) throw new Error(`unexpected "${this.#tokens[0]}"`)
    return pipe
  }

  #skip(): void {
    while (this.#tokens[0] === ' ') this.#tokens.shift()
  }

  #variables(): Pick<Pipe, 'variables' | 'isAssignment'> {
    const found = /^(\$\w*)(?: ?, ?(\$\w*))? ?(:?=)/.exec(this.#tokens.slice(0, 7).join('').trimStart())
    if (!found) return { variables: [], isAssignment: false }
    while (this.#tokens.shift() !== found[3]);
    return { variables: [found[1], found[2]].filter(name => name !== undefined), isAssignment: found[3] === '=' }
  }

  #pipe(): Pipe {
    const names = this.#variables()
    const commands: Term[][] = [[]]
    for (this.#skip(); this.#tokens.length > 0 && this.#tokens[0] !== ')'; this.#skip()) {
      if (this.#tokens[0] === '|') {
        this.#tokens.shift()
        commands.push([])
      } else commands.at(-1)?.push(this.#term())
    }
    if (commands.some(({ length }) => length === 0)) throw new Error('missing value for command')
    return { ...names, commands }
  }

  #term(): Term {
    const fields: string[] = []
    const first = this.#tokens.shift() ?? ''
    const operand = this.#operand(first)
    if (first.length > 1 && first.startsWith('.')) fields.push(first.slice(1))
    for (let next = this.#tokens[0]; next && next.length > 1 && next.startsWith('.'); next = this.#tokens[0]) {
      fields.push(next.slice(1))
      this.#tokens.shift()
    }
    return { operand, fields }
  }

  #operand(text: string): Operand {
    if (text === '(') {
      const pipe = this.#pipe()
      if (this.#tokens.shift() !== ')') throw new Error('unclosed left paren')
      return { kind: 'pipe', pipe }
    }
    if (text.startsWith('.')) return { kind: 'dot' }
    if (text.startsWith('$')) return { kind: 'variable', name: text }
    if (text.startsWith('"')) return { kind: 'value', value: JSON.parse(text) }
    if (text.startsWith('`')) return { kind: 'value', value: text.slice(1, -1) }
    if (text.startsWith("'")) return { kind: 'value', value: text.codePointAt(text.length > 3 ? 2 : 1) }
    if (Object.hasOwn(constants, text)) return { kind: 'value', value: constants[text] }
    if (/^[A-Za-z_]/.test(text)) return { kind: 'function', name: text }
    if (!/^[+-]?\d/.test(text) || Number.isNaN(Number(text))) throw new Error(`unexpected "${text}"`)
    return { kind: 'value', value: Number(text) }
  }
}

function quotedName(action: string): [string, string] {
  const [whole, name] = /^\s*("(?:\\.|[^"\\])*"|`[^`]*`)/.exec(action) ?? []
  if (whole === undefined || name === undefined) throw new Error(`missing name of a template in ${action}`)
  return [name.startsWith('`') ? name.slice(1, -1) : JSON.parse(name), action.slice(whole.length)]
}

const optionalPipe = (text: string) => (text.trim() === '' ? undefined : new PipeReader(text).whole())

/** Parses a text of Go's templates, and adds it and what it defines to the templates. Throws an Error with a reason. */
export function parseTemplate(name: string, source: string, templates: Templates): void {
  const parts = split(source)
  let at = 0
  /** Reads nodes up to an action that ends them, and returns that. */
  const nodesTo = (ends: RegExp | undefined): { nodes: Node[]; end: string } => {
    const nodes: Node[] = []
    for (;;) {
      const part = parts[at++]
      if (!part) break
      if (part.text !== '') nodes.push({ kind: 'text', text: part.text })
      const { action } = part
      if (action === undefined) continue
      if (ends?.test(action)) return { nodes, end: action }
      nodes.push(...nodeOf(action))
    }
    if (ends) throw new Error('unexpected EOF')
    return { nodes, end: '' }
  }
  const branchOf = (kind: 'if' | 'with' | 'range', text: string): Node => {
    const pipe = new PipeReader(text).whole()
    const { nodes: body, end } = nodesTo(/^(?:end|else\b.*)$/s)
    const again = /^else\s+(if|with)\b(.*)$/s.exec(end)
    if (again) return { kind, pipe, body, otherwise: [branchOf(again[1] as 'if', again[2] ?? '')] }
    return { kind, pipe, body, otherwise: end === 'end' ? [] : nodesTo(/^end$/).nodes }
  }
  const nodeOf = (action: string): Node[] => {
    const [, word = '', rest = ''] = /^(\w*)(.*)$/s.exec(action) ?? []
    if (word === 'if' || word === 'with' || word === 'range') return [branchOf(word, rest)]
    if (word === 'break' || word === 'continue') return [{ kind: word }]
    if (word === 'end' || word === 'else') throw new Error(`unexpected {{${word}}}`)
    if (word !== 'define' && word !== 'block' && word !== 'template')
      return [{ kind: 'print', pipe: new PipeReader(action).whole() }]
    const [called, argument] = quotedName(rest)
    const pipe = optionalPipe(argument)
    if (word !== 'template') templates.set(called, nodesTo(/^end$/).nodes)
    return word === 'define' ? [] : [{ kind: 'call', name: called, pipe }]
  }
  const { nodes } = nodesTo(undefined)
  templates.set(name, nodes)
}
