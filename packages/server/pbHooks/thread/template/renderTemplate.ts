import { ownValue } from '@coffer/fields/ownValue'
import type { TemplateFunction } from './functions.ts'
import { HtmlContext } from './HtmlContext.ts'
import type { Node, Operand, Pipe, Templates, Term } from './parseTemplate.ts'
import { entriesOf, fieldOf, isTruthy } from './values.ts'

/** Depth of templates that call each other. */
const maxDepth = 200

type Variables = Map<string, { value: unknown }>
type Functions = Readonly<Record<string, TemplateFunction>>
type Ended = 'break' | 'continue' | undefined

/** Prints a template. */
class Rendering {
  readonly #templates: Templates
  readonly #functions: Functions
  readonly #html = new HtmlContext()
  #printed = ''
  #depth = 0

  constructor(templates: Templates, functions: Functions) {
    this.#templates = templates
    this.#functions = functions
  }

  render(name: string, data: unknown): string {
    this.#call(name, data)
    this.#html.end()
    return this.#printed
  }

  #call(name: string, data: unknown): void {
    const nodes = this.#templates.get(name)
    if (!nodes) throw new Error(`template "${name}" not defined`)
    if (this.#depth === maxDepth) throw new Error(`templates call each other more than ${maxDepth} times`)
    this.#depth += 1
    this.#printAll(nodes, data, new Map([['$', { value: data }]]))
    this.#depth -= 1
  }

  #printAll(nodes: readonly Node[], dot: unknown, outer: Variables): Ended {
    const variables = new Map(outer)
    for (const node of nodes) {
      const ended = this.#print(node, dot, variables)
      if (ended) return ended
    }
    return undefined
  }

  #print(node: Node, dot: unknown, variables: Variables): Ended {
    switch (node.kind) {
      case 'text':
        this.#printed += this.#html.follow(node.text)
        return undefined
      case 'print': {
        const value = this.#evaluate(node.pipe, dot, variables)
        if (node.pipe.variables.length === 0) this.#printed += this.#html.escape(value)
        return undefined
      }
      case 'call':
        this.#call(node.name, node.pipe && this.#evaluate(node.pipe, dot, variables))
        return undefined
      case 'if':
      case 'with': {
        const inner = new Map(variables)
        const value = this.#evaluate(node.pipe, dot, inner)
        if (!isTruthy(value)) return this.#printAll(node.otherwise, dot, inner)
        return this.#printAll(node.body, node.kind === 'with' ? value : dot, inner)
      }
      case 'range':
        return this.#repeat(node, dot, variables)
      default:
        return node.kind
    }
  }

  #repeat({ pipe, body, otherwise }: Extract<Node, { kind: 'range' | 'if' | 'with' }>, dot: unknown, outer: Variables): Ended {
    const { variables: names } = pipe
    const entries = entriesOf(this.#evaluate({ ...pipe, variables: [] }, dot, outer))
    if (entries.length === 0) return this.#printAll(otherwise, dot, outer)
    for (const [key, value] of entries) {
      const inner = new Map(outer)
      const given = names.length === 1 ? [value] : [key, value]
      for (const [index, name] of names.entries()) this.#set(inner, name, given[index], pipe.isAssignment)
      if (this.#printAll(body, value, inner) === 'break') break
    }
    return undefined
  }

  #set(variables: Variables, name: string, value: unknown, isAssignment: boolean): void {
    const known = variables.get(name)
    if (!isAssignment) variables.set(name, { value })
    else if (known) known.value = value
    else throw new Error(`undefined variable "${name}"`)
  }

  #evaluate({ commands, variables: names, isAssignment }: Pipe, dot: unknown, variables: Variables): unknown {
    let result: unknown[] = []
    for (const command of commands) result = [this.#run(command, result, dot, variables)]
    for (const name of names) this.#set(variables, name, result[0], isAssignment)
    return result[0]
  }

  /** Runs a command, with the result of the former one as its last argument. */
  #run([first, ...others]: readonly Term[], last: readonly unknown[], dot: unknown, variables: Variables): unknown {
    const args = () => [...others.map(term => this.#run([term], [], dot, variables)), ...last]
    const { operand, fields } = first as Term
    if (operand.kind === 'function') {
      const work = ownValue(this.#functions, operand.name)
      if (!work) throw new Error(`function "${operand.name}" not defined`)
      return this.#fields(work(...args()), fields, [])
    }
    const value = this.#valueOf(operand, dot, variables)
    if (fields.length > 0) return this.#fields(value, fields, args())
    if (others.length + last.length > 0) throw new Error("can't give argument to non-function")
    return value
  }

  #fields(value: unknown, fields: readonly string[], args: readonly unknown[]): unknown {
    return fields.reduce((found, name, index) => fieldOf(found, name, index === fields.length - 1 ? args : []), value)
  }

  #valueOf(operand: Exclude<Operand, { kind: 'function' }>, dot: unknown, variables: Variables): unknown {
    switch (operand.kind) {
      case 'value':
        return operand.value
      case 'dot':
        return dot
      case 'pipe':
        return this.#evaluate(operand.pipe, dot, variables)
      case 'variable': {
        const known = variables.get(operand.name)
        if (!known) throw new Error(`undefined variable "${operand.name}"`)
        return known.value
      }
    }
  }
}

/** Prints a template with data. Throws an Error with a reason. */
export function renderTemplate(templates: Templates, name: string, data: unknown, functions: Functions): string {
  return new Rendering(templates, functions).render(name, data)
}
