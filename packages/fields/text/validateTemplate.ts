import type { OptionIssue } from '../contract.ts'
import { generateText, lengthOf, readTemplate } from './template.ts'
import { validateLength, validatePattern } from './validateText.ts'

interface Options {
  min: number | null
  max: number | null
  pattern: string
  autogeneratePattern?: string | undefined
}

const invalid = (message: string): OptionIssue[] => [
  { path: ['autogeneratePattern'], code: 'validation_invalid_autogenerate_pattern', message },
]

/** Number of generated texts that are validated. */
const sampleCount = 20

/** Creates a seeded random function, so that form and server have the same result. */
function repeatable(seed: number): (limit: number) => number {
  let state = seed
  return limit => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** Validates a pattern that generates texts, and samples of these texts. */
export function validateTemplate(options: Options): OptionIssue[] {
  const { min, max, autogeneratePattern = '' } = options
  if (autogeneratePattern === '') return []
  const template = readTemplate(autogeneratePattern)
  if ('error' in template) return invalid(`Texts cannot be generated from this pattern. ${template.error}`)
  const [shortest, longest] = [lengthOf(template.root, 'min'), lengthOf(template.root, 'max')]
  if (min !== null && shortest < min) return invalid(`It can generate ${shortest} characters, but at least ${min} are required.`)
  if (max !== null && longest > max) return invalid(`It can generate ${longest} characters, but at most ${max} are allowed.`)
  for (let seed = 1; seed <= sampleCount; seed += 1) {
    const text = generateText(template.root, repeatable(seed))
    const issue = text === '' ? undefined : (validateLength(text, min, max) ?? validatePattern(text, options))
    if (issue) return invalid(`It can generate a text that is invalid here, such as ${JSON.stringify(text)}.`)
  }
  return []
}
