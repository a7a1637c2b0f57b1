import { expect, test } from 'vitest'
import { selectHelp } from './selectHelp.ts'

test.each([
  [1, [], ''],
  [1, ['a'], ''],
  [1, ['old'], 'No longer among the choices: "old".'],
  [2, [], 'Select up to 2 items.'],
  [2, ['a', 'b'], 'Select up to 2 items. Remove one to choose another.'],
  [3, ['a', 'x', 'y'], 'Select up to 3 items. Remove one to choose another. No longer among the choices: "x", "y".'],
])('the help for up to %d values with %j chosen is %j', (maxSelect, chosen, text) => {
  expect(selectHelp({ maxSelect, values: ['a', 'b'] }, chosen)).toBe(text)
})
