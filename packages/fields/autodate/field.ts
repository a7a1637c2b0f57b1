import type { FieldType } from '../contract.ts'
import { toDate } from '../date/toDate.ts'
import { textRules } from '../text/textRules.ts'
import { abilities } from './abilities.ts'
import { type AutodateOptions, autodateHelp, autodateOptions, validateAutodateOptions } from './options.ts'

/** A UTC date with milliseconds that the server sets, as PocketBase has it since 0.23. PocketBase 0.22 does not know this type. */
export const field: FieldType<AutodateOptions, string> = {
  ...textRules,
  ...abilities,
  label: 'Autodate',
  options: autodateOptions,
  validateOptions: validateAutodateOptions,
  normalize: toDate,
  validate: () => undefined,
  decode: toDate,
  describe: options => `${autodateHelp(options)} Other values are ignored.`,
  example: () => '2022-01-01 10:00:00.123Z',
}
