import type { TemplatePart } from './TemplatePart.ts'
import { TemplateReader } from './TemplateReader.ts'

type Template = { root: TemplatePart } | { error: string }

/** Maximum number of steps that generate a text. A text has at most as many characters. */
const maxSteps = 10_000

/** Maximum number of characters of a pattern. */
const maxTemplateLength = 1_000

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Returns the number of characters of the shortest or the longest text that a part generates. */
export function lengthOf(part: TemplatePart, of: 'min' | 'max'): number {
  switch (part.kind) {
    case 'characters':
      return 1
    case 'sequence':
      return sum(part.parts.map(one => lengthOf(one, of)))
    case 'choice':
      return Math[of](...part.options.map(one => lengthOf(one, of)))
    case 'repeat':
      return part[of] * lengthOf(part.part, of)
  }
}

/** Returns the largest number of steps that generating a text takes. */
function stepsOf(part: TemplatePart): number {
  switch (part.kind) {
    case 'characters':
      return 1
    case 'sequence':
      return 1 + sum(part.parts.map(stepsOf))
    case 'choice':
      return 1 + Math.max(...part.options.map(stepsOf))
    case 'repeat':
      return 1 + part.max * stepsOf(part.part)
  }
}

/** Reads a pattern. Its error is a sentence that says what to change. */
export function readTemplate(pattern: string): Template {
  if (pattern.length > maxTemplateLength) return { error: `The pattern is longer than ${maxTemplateLength} characters.` }
  const read = new TemplateReader(pattern).read()
  if ('error' in read || stepsOf(read.root) <= maxSteps) return read
  return { error: 'It can generate a text that is too long. Use smaller repetitions.' }
}

/**
 * Generates a text.
 * @param randomBelow returns a random integer from 0 to below the limit
 */
export function generateText(part: TemplatePart, randomBelow: (limit: number) => number): string {
  switch (part.kind) {
    case 'characters':
      return part.characters[randomBelow(part.characters.length)] ?? ''
    case 'sequence':
      return part.parts.map(one => generateText(one, randomBelow)).join('')
    case 'choice': {
      const chosen = part.options[randomBelow(part.options.length)]
      return chosen ? generateText(chosen, randomBelow) : ''
    }
    case 'repeat': {
      const count = part.min + randomBelow(part.max - part.min + 1)
      return Array.from({ length: count }, () => generateText(part.part, randomBelow)).join('')
    }
  }
}
