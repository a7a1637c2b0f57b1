import type { Issue } from '../contract.ts'
import { formatDecimal } from '../formatDecimal.ts'
import type { NumberLimits } from './validateNumber.ts'

const form = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** Trims a text and replaces the typographic minus. */
const plain = (typed: string) => typed.trim().replace(/^[\u2212\u2013]/, '-')

/** Parses a typed or pasted number; undefined if it is invalid. */
export function parseTypedNumber(typed: string): number | undefined {
  const text = plain(typed)
  const number = form.test(text) ? Number(text) + 0 : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

const grouped = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const withComma = /^[+-]?\d*,\d+$/
const withGaps = /^[+-]?\d[\d\s_']*(?:\.\d+)?$/

/** A single comma can be a decimal separator, several cannot. */
function groupAdvice(text: string): string {
  const whole = text.replaceAll(',', '')
  return /^[^,.]*,[^,.]*$/.test(text)
    ? `Write it without commas: ${whole}, or ${text.replace(',', '.')} if a decimal is meant.`
    : `Write it without commas: ${whole}.`
}

function adviceFor(text: string): string {
  if (form.test(text)) return 'The number is too large.'
  if (withComma.test(text) && !grouped.test(text)) return `Write decimals with a point: ${text.replace(',', '.')}.`
  if (grouped.test(text)) return groupAdvice(text)
  if (withGaps.test(text)) return `Write it without gaps: ${text.replace(/[\s_']/g, '')}.`
  return 'Must be a number such as 12, -0.5 or 1e3.'
}

/** Explains why typed text is not a number, and what to type instead. */
export function validateNumberText(typed: string): Issue | undefined {
  const text = plain(typed)
  if (text === '' || parseTypedNumber(text) !== undefined) return undefined
  return { code: 'validation_invalid_number', message: adviceFor(text) }
}

/** Formats a number for an input, without an exponent as long as it stays readable. */
export function formatTypedNumber(value: number): string {
  return Math.abs(value) < 1e21 ? formatDecimal(value) : String(value)
}

/** Adds steps to a number, within the limits and without floating-point noise. */
export function stepNumber(value: number, by: number, { min, max }: Pick<NumberLimits, 'min' | 'max'>): number {
  const next = Number((value + by).toPrecision(15))
  return Math.min(Math.max(next, min ?? Number.NEGATIVE_INFINITY), max ?? Number.POSITIVE_INFINITY)
}

/** Describes the limits in a sentence. */
export function numberHelp({ min, max, noDecimal }: NumberLimits): string {
  const noun = noDecimal ? 'Whole numbers' : ''
  const range =
    min !== null && max !== null ? `from ${min} to ${max}` : min !== null ? `from ${min} on` : max !== null ? `up to ${max}` : ''
  const words = [noun, range].filter(Boolean).join(' ')
  return words === '' ? '' : `${words[0]?.toUpperCase()}${words.slice(1)}.`
}
