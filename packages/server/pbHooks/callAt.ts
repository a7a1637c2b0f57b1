/** Returns the arguments of a call, and where it ends. Texts in the code are blank, so that they have no brackets. */
export function callAt(code: string, open: number): { args: string[]; end: number } {
  const args: string[] = []
  let depth = 0
  let start = open + 1
  for (let position = open; position < code.length; position += 1) {
    const character = code[position] as string
    if ('([{'.includes(character)) depth += 1
    if (')]}'.includes(character)) depth -= 1
    if (depth > 1 || (depth === 1 && character !== ',')) continue
    args.push(code.slice(start, position))
    start = position + 1
    if (depth === 0) return { args, end: position + 1 }
  }
  return { args, end: code.length }
}
