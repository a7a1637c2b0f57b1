/** A node of PostgreSQL's parse tree, as JSON (parsenodes.h): one kind, with its fields. */
export type Node = Record<string, Fields>
/** The fields of a node. Fields of some kinds contain the fields of others without their kind. */
// biome-ignore lint/suspicious/noExplicitAny: the fields depend on the kind
export type Fields = Record<string, any>

/** Fields whose value has the fields of a node without its kind. */
const bareKinds: Readonly<Record<string, string>> = { larg: 'SelectStmt', rarg: 'SelectStmt' }

/** Whether a key is the kind of a node. Kinds begin with a capital letter, fields do not. */
const isKind = (key: string): boolean => /^[A-Z]/.test(key)

/** Returns the kind of the fields under a key; undefined if they are not those of a node. */
function kindOf(key: string, value: unknown): string | undefined {
  if (isKind(key)) return key
  const isBare = Object.hasOwn(bareKinds, key) && typeof value === 'object' && !Object.keys(value ?? {}).some(isKind)
  return isBare ? bareKinds[key] : undefined
}

/** Calls a function with every node of a tree. */
export function walk(tree: unknown, visit: (kind: string, fields: Fields) => void): void {
  if (typeof tree !== 'object' || tree === null) return
  for (const [key, value] of Object.entries(tree)) {
    const kind = kindOf(key, value)
    if (kind !== undefined) visit(kind, value as Fields)
    walk(value, visit)
  }
}

/** Returns a copy of a tree in which a function has replaced nodes, those inside of others first. */
export function replaceNodes(tree: unknown, replace: (kind: string, fields: Fields) => Node): unknown {
  if (typeof tree !== 'object' || tree === null) return tree
  if (Array.isArray(tree)) return tree.map(item => replaceNodes(item, replace))
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(tree)) {
    const fields = replaceNodes(value, replace)
    const kind = kindOf(key, value)
    if (kind === undefined) copy[key] = fields
    else {
      const node = replace(kind, fields as Fields)
      if (isKind(key)) Object.assign(copy, node)
      else copy[key] = node[kind]
    }
  }
  return copy
}

/** Returns the last part of a name with several parts. */
export function lastName(names: unknown): string {
  const last = Array.isArray(names) ? (names.at(-1) as { String?: { sval?: string } } | undefined) : undefined
  return last?.String?.sval ?? ''
}

const names = (...parts: string[]): Node[] => parts.map(sval => ({ String: { sval } }))

export function text(sval: string): Node {
  return { A_Const: { sval: { sval } } }
}

export function column(...parts: string[]): Node {
  return { ColumnRef: { fields: names(...parts) } }
}

/** A call of a function of the schema `coffer`. */
export function call(name: string, ...args: Node[]): Node {
  return {
    FuncCall: { funcname: names('coffer', name), args, funcformat: 'COERCE_EXPLICIT_CALL' },
  }
}

/** A call of an aggregate of the schema `coffer`, with the other properties of a call. */
export function aggregate(name: string, args: readonly Node[], original: Fields): Node {
  return { FuncCall: { ...original, ...call(name, ...args).FuncCall } }
}

/** A call of a function of PostgreSQL, with the other properties of a call, such as DISTINCT, FILTER and OVER. */
export function builtIn(name: string, args: readonly Node[] | undefined, original: Fields = {}): Node {
  return {
    FuncCall: { funcformat: 'COERCE_EXPLICIT_CALL', ...original, funcname: names(name), ...(args ? { args } : {}) },
  }
}

export function cast(arg: Node, type: string): Node {
  return {
    TypeCast: { arg, typeName: { names: names('pg_catalog', type), typemod: -1 } },
  }
}

export function coalesce(...args: Node[]): Node {
  return { CoalesceExpr: { args } }
}

export function when(expr: Node, result: Node, defresult: Node | undefined): Node {
  return {
    CaseExpr: { args: [{ CaseWhen: { expr, result } }], ...(defresult ? { defresult } : {}) },
  }
}

export function not(arg: Node): Node {
  return { BoolExpr: { boolop: 'NOT_EXPR', args: [arg] } }
}

export function isNull(arg: Node): Node {
  return { NullTest: { arg, nulltesttype: 'IS_NULL' } }
}

export function or(args: Node[]): Node {
  return { BoolExpr: { boolop: 'OR_EXPR', args } }
}
