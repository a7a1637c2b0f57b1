/** Maximum number of variables that are followed from one to the next. */
const maxDepth = 5

const isName = (text: string): boolean => /^[A-Za-z_$][\w$]*$/.test(text)

/** Whether a line break at a position is inside of an expression, because an operator is before or after it. */
function isContinued(code: string, start: number, position: number): boolean {
  return /[-+?:&|=(.]\s*$/.test(code.slice(start, position)) || /^\s*[-+?:&|.)]/.test(code.slice(position))
}

/** Returns where an expression ends. */
function endOf(code: string, start: number): number {
  const open: string[] = []
  for (let position = start; position < code.length; position += 1) {
    const character = code[position] as string
    if (character === '`' && open.at(-1) === '`') open.pop()
    else if ('([{`'.includes(character)) open.push(character)
    else if (')]}'.includes(character)) {
      if (open.pop() === undefined) return position
    } else if (open.length === 0) {
      if (character === ';' || character === ',') return position
      if (character === '\n' && !isContinued(code, start, position)) return position
    }
  }
  return code.length
}

/** Returns what is assigned to a variable between its last declaration and a position; undefined if it is not declared before. */
function assignedTo(code: string, name: string, before: number): string[] | undefined {
  const pattern = new RegExp(`(?<![\\w$.])(const\\s+|let\\s+|var\\s+)?${name.replaceAll('$', '\\$')}\\s*(\\+?=)(?![=>])`, 'g')
  let assigned: string[] | undefined
  for (const { 0: text, 1: declaration, 2: operator, index } of code.matchAll(pattern)) {
    if (index >= before) break
    if (declaration) assigned = []
    const start = index + text.length
    const expression = code.slice(start, endOf(code, start))
    assigned?.push(operator === '+=' ? `'' + ${expression}` : expression)
  }
  return assigned
}

/** Returns what an expression puts together: the values in templates, and what is added, in which texts are blank. */
function operandsOf(expression: string): string[] {
  const inTemplates = [...expression.matchAll(/\$\{([^}]*)\}/g)].map(([, inner = '']) => inner)
  const others = expression.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`/g, ' ')
  return [...inTemplates, ...others.split('+')].map(operand => operand.trim()).filter(operand => operand !== '')
}

/** Whether a value is always the same: a number, or a variable to which only texts and numbers of the file are assigned. */
function isFixed(code: string, operand: string, before: number, depth: number): boolean {
  if (/^[\d.]+$/.test(operand)) return true
  const assigned = isName(operand) && depth < maxDepth ? assignedTo(code, operand, before) : undefined
  return assigned?.every(one => operandsOf(one).every(part => isFixed(code, part, before, depth + 1))) ?? false
}

/**
 * Whether an expression makes a text that contains a value, or is a variable to which such a text is assigned.
 * @param code the code of the file, in which texts are blank
 * @param before the position of the expression
 */
export function pastesValue(code: string, expression: string, before: number, depth = 0): boolean {
  const name = expression.trim()
  if (isName(name)) {
    const assigned = depth < maxDepth ? assignedTo(code, name, before) : undefined
    return assigned?.some(one => pastesValue(code, one, before, depth + 1)) ?? false
  }
  const isPutTogether = expression.includes('${') || expression.replaceAll(/`[^`]*`/g, ' ').includes('+')
  return isPutTogether && !operandsOf(expression).every(operand => isFixed(code, operand, before, 0))
}
