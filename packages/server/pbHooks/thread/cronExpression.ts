const ranges = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const

const macros = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']

function isPart(part: string, [min, max]: readonly [number, number]): boolean {
  const [, from, to, step] = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part) ?? []
  if (!/^(?:\*|\d+(?:-\d+)?)(?:\/\d+)?$/.test(part)) return false
  const numbers = [from, to].filter(number => number !== undefined).map(Number)
  if (numbers.some(number => number < min || number > max)) return false
  if (to !== undefined && Number(to) < Number(from)) return false
  const isSingle = from !== undefined && to === undefined
  return step === undefined || (!isSingle && Number(step) >= 1 && Number(step) <= max)
}

/** Whether an expression is one of the cron expressions of 0.22: five fields with one blank between them, or a macro. */
export function isSchedule(expression: string): boolean {
  if (macros.includes(expression)) return true
  const fields = expression.split(' ')
  return (
    fields.length === 5 && fields.every((field, index) => field.split(',').every(part => isPart(part, ranges[index] ?? [0, 0])))
  )
}
